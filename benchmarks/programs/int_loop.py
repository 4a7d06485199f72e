total = 0
i = 0
while i < 1000000:
    if i % 3 == 0:
        total += i
    i += 1
out = total
