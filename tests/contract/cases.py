"""All cases."""

from tests.contract import (
    cases_approval,
    cases_codes,
    cases_exec,
    cases_guest,
    cases_limits,
    cases_nested,
    cases_output,
    cases_wait,
)
from tests.contract.table import Case

PARTS = (cases_exec, cases_wait, cases_limits, cases_codes, cases_output, cases_guest, cases_nested, cases_approval)
CASES: list[Case] = [case for part in PARTS for case in part.CASES]
