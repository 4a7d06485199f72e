"""What the language does with every text that its tests hold, recorded at two commits and compared: `make golden BASE=main~5`."""
