sum := 0
for i := 0; i < 1000000; i++ {
	if i%3 == 0 {
		sum += i
	}
}
__out = sum
