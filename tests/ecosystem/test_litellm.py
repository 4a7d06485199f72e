"""The examples of the documents for litellm."""

from __future__ import annotations

import pytest

from tests.doc_examples import Example
from tests.ecosystem.documents import examples_in, prints_what_it_says


@pytest.mark.parametrize("example", examples_in("litellm"), ids=str)
def test_example(example: Example) -> None:
    prints_what_it_says(example)
