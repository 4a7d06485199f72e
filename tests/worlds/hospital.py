"""Patients with nested data and missing values; the names of the tools have slashes."""

from __future__ import annotations

from typing import Any

from codemode import FunctionSource, FunctionTool

P = {
    "p1": {
        "id": "p1",
        "name": {"first": "Ann", "last": "Lee"},
        "age": 34,
        "ward": "A",
        "allergies": ["penicillin"],
        "insurance": {"provider": "Medi", "plan": "gold"},
        "discharged": None,
    },
    "p2": {
        "id": "p2",
        "name": {"first": "Bob", "last": "Ray"},
        "age": 71,
        "ward": "B",
        "allergies": [],
        "insurance": None,
        "discharged": "2026-02-01",
    },
    "p3": {
        "id": "p3",
        "name": {"first": "Cat", "last": "Poe"},
        "age": 8,
        "ward": "A",
        "allergies": ["nuts", "latex"],
        "insurance": {"provider": "Kids"},
        "discharged": None,
    },
    "p4": {
        "id": "p4",
        "name": {"first": "Dan", "last": "Fox"},
        "age": 55,
        "ward": "C",
        "allergies": None,
        "insurance": {"provider": "Medi", "plan": "basic"},
        "discharged": None,
    },
}
V = {
    "p1": [
        {"t": "2026-02-10T08:00:00Z", "pulse": 72, "temp": 36.6, "bp": {"sys": 118, "dia": 76}},
        {"t": "2026-02-10T12:00:00Z", "pulse": 88, "temp": 37.9, "bp": {"sys": 130, "dia": 84}},
    ],
    "p2": [{"t": "2026-01-30T08:00:00Z", "pulse": 64, "temp": 36.4, "bp": None}],
    "p3": [
        {"t": "2026-02-10T09:00:00Z", "pulse": 110, "temp": 39.2, "bp": {"sys": 100, "dia": 60}},
        {"t": "2026-02-10T10:00:00Z", "pulse": 104, "temp": 38.7, "bp": {"sys": 98, "dia": 58}},
    ],
    "p4": [],
}
NOTES = []


def reset():
    NOTES.clear()


def list_patients(ward: str | None = None) -> dict[str, Any]:
    xs = [p for p in P.values() if ward is None or p["ward"] == ward]
    return {"patients": [{"id": p["id"], "ward": p["ward"]} for p in xs], "total": len(xs)}


def get_patient(patient_id: str) -> dict[str, Any]:
    if patient_id not in P:
        raise KeyError("unknown patient " + patient_id)
    return P[patient_id]


def vitals(patient_id: str) -> list[dict[str, Any]]:
    return V[patient_id]


def add_note(patient_id: str, text: str, urgent: bool = False) -> int:
    NOTES.append((patient_id, text, urgent))
    return len(NOTES)


def lab(patient_id: str, test: str) -> dict[str, Any]:
    if test == "xray":
        raise RuntimeError("lab offline")
    return {
        "test": test,
        "value": {"p1": 5.4, "p2": 7.1, "p3": 4.9, "p4": 11.0}[patient_id],
        "unit": "mmol/L",
        "range": [4.0, 6.0],
    }


def source():
    return FunctionSource(
        [FunctionTool("hospital/" + f.__name__, f) for f in (list_patients, get_patient, vitals, add_note, lab)],
        owner="hospital",
    )
