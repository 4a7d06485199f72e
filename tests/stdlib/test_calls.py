"""Library functions give what real Go gave: the tables in calls/."""

import pytest

from tests.stdlib.golang import FOLDER, fresh_run, load, show

TABLES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", TABLES)
def test_same_as_go(name):
    run = fresh_run(max_steps=100_000_000)
    rows = load(name)
    assert rows
    different = [(text, want, got) for text, want in rows if (got := show(run, text)) != want]
    assert not different, "\n".join(f"{text}\n  Go:   {want}\n  ours: {got}" for text, want, got in different[:20])
