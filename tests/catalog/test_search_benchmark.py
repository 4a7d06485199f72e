"""The benchmark of search measures what it says, and our own catalog reaches its figure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.search import by_description, documents, in_other_words, livemcp, own_catalog


def test_the_benchmark_finds_tools_by_their_descriptions() -> None:
    found = by_description(own_catalog())
    assert found.queries == len(own_catalog()) > 200
    assert found.first >= 0.97
    assert by_description(own_catalog(), in_other_words).first >= 0.97


def test_the_benchmark_reads_documents_and_steps(tmp_path: Path) -> None:
    operation = {"operationId": "listInvoices", "summary": "List invoices", "responses": {"200": {"description": "ok"}}}
    document = {
        "openapi": "3.0.0",
        "info": {"title": "t", "version": "1"},
        "servers": [{"url": "https://books.example"}],
        "paths": {"/invoices": {"get": operation}},
    }
    (tmp_path / "books.json").write_text(json.dumps(document))
    assert by_description(documents(tmp_path)).first == 1
    for name in ("tools/LiveMCPTool", "annotated_data"):
        (tmp_path / name).mkdir(parents=True)
    listed = [{"tools": {"books": {"tools": [{"name": "list-invoices", "description": "Lists invoices."}]}}}]
    steps = {"Steps": "1. list the invoices\n2. pay", "Tools": "1. list-invoices\n2. not-there"}
    (tmp_path / "tools/LiveMCPTool/tools.json").write_text(json.dumps(listed))
    (tmp_path / "annotated_data/all_annotations.json").write_text(json.dumps([{"Annotator Metadata": steps}]))
    catalog, found = livemcp(tmp_path)
    assert (len(catalog), found.queries, found.in_five) == (1, 1, 1)


def test_a_folder_without_documents_is_told(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="OpenAPI documents"):
        documents(tmp_path)
    with pytest.raises(SystemExit, match="LiveMCPBench"):
        livemcp(tmp_path)
