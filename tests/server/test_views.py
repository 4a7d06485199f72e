"""The program as the page shows it."""

from __future__ import annotations

from codemode.server.forms import fields_of
from codemode.server.views import MAX_HIGHLIGHTED, highlighted, lines_of


def test_comments_strings_words_and_numbers_are_highlighted() -> None:
    assert highlighted('x := "a\\"b" // c\nreturn 12') == (
        'x := <span class="ts">&quot;a\\&quot;b&quot;</span> <span class="tc">// c</span>\n'
        '<span class="tk">return</span> <span class="tn">12</span>'
    )


def test_unterminated_text_is_highlighted_to_its_end() -> None:
    assert highlighted('x := "a\ny') == 'x := <span class="ts">&quot;a</span>\ny'
    assert highlighted("/* a\nb") == '<span class="tc">/* a</span>\n<span class="tc">b</span>'


def test_the_rest_of_a_long_program_is_shown_as_it_is() -> None:
    lines = lines_of("return\n" * MAX_HIGHLIGHTED, None)
    assert len(lines) == MAX_HIGHLIGHTED
    assert [lines[0].html, lines[-1].html] == ['<span class="tk">return</span>', "return"]


def test_a_form_of_a_schema_that_is_none() -> None:
    for known in ([1], "x", {"to": 3}, {"to": {"enum": "ab", "title": [1]}}):
        [field] = fields_of({"properties": known}, {"to": "ann"})
        assert (field.name, field.kind, field.value) == ("to", "text", "ann")
