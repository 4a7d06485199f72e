"""Go's sorting algorithms, step by step, so that elements that compare equal end up where Go puts them.

Ported from GOROOT/src/sort/zsortfunc.go (Go 1.27); slices/zsortanyfunc.go is the same algorithm. `less(i, j)` and `swap(i, j)`
take positions. Both are ordinary Python calls, so a guest callback behind them may suspend.
"""

from __future__ import annotations

from collections.abc import Callable

Less = Callable[[int, int], bool]
Swap = Callable[[int, int], None]

MAX_INSERTION = 12
UNKNOWN, INCREASING, DECREASING = range(3)


def sort(n: int, less: Less, swap: Swap) -> None:
    """Sort positions [0, n) as sort.Sort does: not stable."""
    _pdqsort(less, swap, 0, n, n.bit_length())


def _insertion_sort(less: Less, swap: Swap, a: int, b: int) -> None:
    for i in range(a + 1, b):
        j = i
        while j > a and less(j, j - 1):
            swap(j, j - 1)
            j -= 1


def _sift_down(less: Less, swap: Swap, lo: int, hi: int, first: int) -> None:
    root = lo
    while True:
        child = 2 * root + 1
        if child >= hi:
            return
        if child + 1 < hi and less(first + child, first + child + 1):
            child += 1
        if not less(first + root, first + child):
            return
        swap(first + root, first + child)
        root = child


def _heap_sort(less: Less, swap: Swap, a: int, b: int) -> None:
    hi = b - a
    for i in range((hi - 1) // 2, -1, -1):
        _sift_down(less, swap, i, hi, a)
    for i in range(hi - 1, -1, -1):
        swap(a, a + i)
        _sift_down(less, swap, 0, i, a)


def _pdqsort(less: Less, swap: Swap, a: int, b: int, limit: int) -> None:
    was_balanced = was_partitioned = True
    while True:
        length = b - a
        if length <= MAX_INSERTION:
            _insertion_sort(less, swap, a, b)
            return
        if limit == 0:
            _heap_sort(less, swap, a, b)
            return
        if not was_balanced:
            _break_patterns(swap, a, b)
            limit -= 1
        pivot, hint = _choose_pivot(less, a, b)
        if hint == DECREASING:
            _reverse_range(swap, a, b)
            pivot = (b - 1) - (pivot - a)
            hint = INCREASING
        if was_balanced and was_partitioned and hint == INCREASING and _partial_insertion_sort(less, swap, a, b):
            return
        if a > 0 and not less(a - 1, pivot):
            a = _partition_equal(less, swap, a, b, pivot)
            continue
        mid, was_partitioned = _partition(less, swap, a, b, pivot)
        left, right = mid - a, b - mid
        if left < right:
            was_balanced = left >= length // 8
            _pdqsort(less, swap, a, mid, limit)
            a = mid + 1
        else:
            was_balanced = right >= length // 8
            _pdqsort(less, swap, mid + 1, b, limit)
            b = mid


def _partition(less: Less, swap: Swap, a: int, b: int, pivot: int) -> tuple[int, bool]:
    swap(a, pivot)
    i, j = a + 1, b - 1
    while i <= j and less(i, a):
        i += 1
    while i <= j and not less(j, a):
        j -= 1
    if i > j:
        swap(j, a)
        return j, True
    swap(i, j)
    i += 1
    j -= 1
    while True:
        while i <= j and less(i, a):
            i += 1
        while i <= j and not less(j, a):
            j -= 1
        if i > j:
            break
        swap(i, j)
        i += 1
        j -= 1
    swap(j, a)
    return j, False


def _partition_equal(less: Less, swap: Swap, a: int, b: int, pivot: int) -> int:
    swap(a, pivot)
    i, j = a + 1, b - 1
    while True:
        while i <= j and not less(a, i):
            i += 1
        while i <= j and less(a, j):
            j -= 1
        if i > j:
            return i
        swap(i, j)
        i += 1
        j -= 1


def _partial_insertion_sort(less: Less, swap: Swap, a: int, b: int) -> bool:
    """Mend a few adjacent pairs; True if everything is sorted then."""
    i = a + 1
    for _ in range(5):
        while i < b and not less(i, i - 1):
            i += 1
        if i == b:
            return True
        if b - a < 50:
            return False
        swap(i, i - 1)
        if i - a >= 2:
            for j in range(i - 1, 0, -1):
                if not less(j, j - 1):
                    break
                swap(j, j - 1)
        if b - i >= 2:
            for j in range(i + 1, b):
                if not less(j, j - 1):
                    break
                swap(j, j - 1)
    return False


def _break_patterns(swap: Swap, a: int, b: int) -> None:
    length = b - a
    if length < 8:
        return
    random = length
    mask = (1 << length.bit_length()) - 1
    first = a + (length // 4) * 2 - 1
    for index in range(first, first + 3):
        random ^= (random << 13) & 0xFFFFFFFFFFFFFFFF
        random ^= random >> 7
        random ^= (random << 17) & 0xFFFFFFFFFFFFFFFF
        other = random & mask
        if other >= length:
            other -= length
        swap(index, a + other)


def _choose_pivot(less: Less, a: int, b: int) -> tuple[int, int]:
    length = b - a
    quarter = length // 4
    i, j, k = a + quarter, a + quarter * 2, a + quarter * 3
    swaps = 0
    if length >= 50:
        i, swaps = _median(less, i - 1, i, i + 1, swaps)
        j, swaps = _median(less, j - 1, j, j + 1, swaps)
        k, swaps = _median(less, k - 1, k, k + 1, swaps)
    j, swaps = _median(less, i, j, k, swaps)
    return j, INCREASING if swaps == 0 else DECREASING if swaps == 12 else UNKNOWN


def _median(less: Less, a: int, b: int, c: int, swaps: int) -> tuple[int, int]:
    if less(b, a):
        swaps += 1
        a, b = b, a
    if less(c, b):
        swaps += 1
        b, c = c, b
    if less(b, a):
        swaps += 1
        a, b = b, a
    return b, swaps


def _reverse_range(swap: Swap, a: int, b: int) -> None:
    i, j = a, b - 1
    while i < j:
        swap(i, j)
        i += 1
        j -= 1


# --- stable ----------------------------------------------------------------------------------------------------------


def stable(n: int, less: Less, swap: Swap) -> None:
    """Sort positions [0, n) in place, keeping the order of equal elements, with no more than `less` and `swap`."""
    block = 20
    a, b = 0, block
    while b <= n:
        _insertion_sort(less, swap, a, b)
        a, b = b, b + block
    _insertion_sort(less, swap, a, n)
    while block < n:
        a, b = 0, 2 * block
        while b <= n:
            _sym_merge(less, swap, a, a + block, b)
            a, b = b, b + 2 * block
        if a + block < n:
            _sym_merge(less, swap, a, a + block, n)
        block *= 2


def _sym_merge(less: Less, swap: Swap, a: int, m: int, b: int) -> None:
    if m - a == 1:
        i, j = m, b
        while i < j:
            h = (i + j) >> 1
            if less(h, a):
                i = h + 1
            else:
                j = h
        for k in range(a, i - 1):
            swap(k, k + 1)
        return
    if b - m == 1:
        i, j = a, m
        while i < j:
            h = (i + j) >> 1
            if not less(m, h):
                i = h + 1
            else:
                j = h
        for k in range(m, i, -1):
            swap(k, k - 1)
        return
    mid = (a + b) >> 1
    n = mid + m
    start, r = (n - b, mid) if m > mid else (a, m)
    p = n - 1
    while start < r:
        c = (start + r) >> 1
        if not less(p - c, c):
            start = c + 1
        else:
            r = c
    end = n - start
    if start < m < end:
        _rotate(swap, start, m, end)
    if a < start < mid:
        _sym_merge(less, swap, a, start, mid)
    if mid < end < b:
        _sym_merge(less, swap, mid, end, b)


def _rotate(swap: Swap, a: int, m: int, b: int) -> None:
    i, j = m - a, b - m
    while i != j:
        if i > j:
            _swap_range(swap, m - i, m, j)
            i -= j
        else:
            _swap_range(swap, m - i, m + j - i, i)
            j -= i
    _swap_range(swap, m - i, m, i)


def _swap_range(swap: Swap, a: int, b: int, n: int) -> None:
    for i in range(n):
        swap(a + i, b + i)
