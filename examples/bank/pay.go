// Pay Ann for the trip
__out = bank.transfer(to="Ann", amount=50)
