"""One nested call: find the tool, run the before hooks, check the arguments and the policy, call, check the result, run the after hooks."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

from codemode.cancellation import CancelToken
from codemode.catalog import Checker, Policy, ToolEntry
from codemode.catalog.entries import Outputs, Preset
from codemode.catalog.names import quoted
from codemode.catalog.observed_results import Observed
from codemode.catalog.policy import Action
from codemode.catalog.schemas import one_line
from codemode.data import NotData, NotPlain, TooMany, is_large, least_size, plain
from codemode.engine.among_tools import among_tools
from codemode.engine.attachment_storage import CallFiles, RunFiles
from codemode.engine.attachments import File, base64_text, filled
from codemode.engine.call_errors import ToolWarnings, denied, not_found
from codemode.engine.call_hooks import after_call, before_call
from codemode.engine.caller import MAX_NOTE, NOBODY, Caller, Noted
from codemode.engine.error_like_results import reported_failure
from codemode.engine.grants import NO_FIT, Fit, ProgramApproval, names_of
from codemode.engine.json_data import WireError, encode
from codemode.engine.large_answers import LargeAnswers, Sizes, too_large_result
from codemode.engine.protocols import Answer, ApprovalNeeded, CallContext, Hook, ToolSource
from codemode.engine.threads import aside, in_turn
from codemode.engine.toolbox import Toolbox
from codemode.engine.tracing import name_tool, tool_span
from codemode.errors import ToolError
from codemode.interpreter.machine.request_limits import SHARE
from codemode.interpreter.machine.signals import MCP_CALL, ToolCall
from codemode.records import dataclass

if TYPE_CHECKING:
    from codemode.engine.effects import Effects
    from codemode.engine.event_reporter import EventReporter
    from codemode.engine.listing import Listings

log = logging.getLogger("codemode")

# bytes of one result in the record of its call, and of all results together
MAX_KEPT, MAX_KEPT_RESULTS = 16 << 10, 256 << 10
Schemas = Literal["pass", "refuse"]
Look = Callable[[], Awaitable["Effects | None"]]

# the hint for a whole number where the tool takes a text
NUMBER_FOR_TEXT = (
    "; a text of a number is str(n) in Python and strconv.Itoa(n) in Go, where a loop with one variable counts positions: "
    "for elements write for _, x := range xs"
)


@dataclass(slots=True)
class CallSettings:
    """What the calls of an engine have in common. `outputs` says what happens to a result that does not match the tool's output schema, `schemas`
    what happens to a call whose arguments cannot be checked."""

    policy: Policy | None = None
    hooks: Sequence[Hook] = ()
    outputs: Outputs = "warn"
    schemas: Schemas = "pass"
    observed: Observed = field(default_factory=lambda: Observed(observe=False))
    sizes: Sizes = field(default_factory=Sizes)  # of recent results


class Calls:
    """The tools that one program may call, and how calls are made."""

    def __init__(
        self,
        toolbox: Toolbox,
        sources: Sequence[ToolSource],
        settings: CallSettings,
        *,
        files: RunFiles,
        caller: Caller = NOBODY,
        listings: Listings | None = None,
        look: Look | None = None,
    ) -> None:
        """`look` finds the effects of the whole program. `listings` knows why tools are absent."""
        self.toolbox = toolbox
        self.catalog = toolbox.catalog
        self.caller = caller
        self._sources = sources
        self._policy = settings.policy
        self._hooks = settings.hooks
        self._largest = files.limits.memory_limit_bytes // SHARE  # bytes of JSON that one result may have
        self.observed = settings.observed
        self._outputs = settings.outputs
        self._schemas = settings.schemas
        self.warnings = ToolWarnings()
        self.files = files
        self.files.warn = self.warnings.add
        self.noted: dict[str, Noted] = {}  # by call id, until the call has ended
        self._told_of: set[str] = set()  # tools, by id
        self.large: LargeAnswers | None = None  # set where calls are made on event loops
        self.approved_all = False  # a person has approved all calls of this run
        self._look = look
        self.reporter: EventReporter | None = None  # receives the start and progress of calls
        # asks a person a question for a call
        self.asking: Callable[[str, str, Mapping[str, Any]], Awaitable[Answer]] | None = None
        # records that a call is made, by the id of the call; only where hooks or a policy may refuse calls
        self.recording: Callable[[str], Awaitable[None]] | None = None
        self._listings = listings
        self._room = MAX_KEPT_RESULTS
        self.token = CancelToken()  # cancelled when nobody waits for this run any more
        self._sizes = settings.sizes

    def find(self, name: str, kind: str = "tool") -> tuple[ToolEntry, ToolSource]:
        """Returns the tool with a name or id, and its source; `kind` tells how the program called it. Raises ToolError if there is no such tool,
        if this caller may not use it, or if a tool of an MCP server is called in another way."""
        entry = self.catalog.get(name)
        if entry is None:
            if self.toolbox.whole.get(name) is not None:
                raise denied(name)
            absent = self.catalog.absent_owner(name)
            if absent is not None:
                raise self._absent(name, absent)
            raise not_found(self.catalog, name)
        if self._policy is not None and not self._policy.shows(entry, self.caller.agent, self.caller.session):
            raise denied(name)
        if entry.is_mcp and kind != MCP_CALL:
            told = f"{quoted([name])} is a tool of an MCP server: call {entry.name}(input)"
            raise ToolError(told, code="tool_not_found")
        return entry, self._sources[self.toolbox.source_of(entry)]

    def _absent(self, name: str, prefix: str) -> ToolError:
        why = self._listings.why(prefix) if self._listings is not None else "its tools could not be listed"
        if prefix:
            told = f"{name} is not available: {why}"
        else:  # the names of its tools are unknown
            told = f"there is no tool {quoted([name])} among the known tools, and some tools are not known: {why}"
        return ToolError(told, code="source_unavailable")

    def tell_of_absent(self) -> None:
        """Warns a program that lists all tools when some are not known."""
        for prefix in self.catalog.absent:
            why = self._listings.why(prefix) if self._listings is not None else ""
            self.warnings.add(f"not all tools are known: {why}", "run the program again later")

    def away(self, entry: ToolEntry) -> str:
        """The reason why the source of a tool cannot be reached now; "" if there is none."""
        return self._listings.failing(entry) if self._listings is not None else ""

    def prepare(self, entry: ToolEntry, arguments: dict[str, Any], context: CallContext) -> dict[str, Any]:
        """Returns the checked arguments of a call. Raises ToolError with what to change."""
        checker = self.catalog.input_checker(entry)
        if entry.preset is not None:
            return self._prepare_preset(entry, entry.preset, checker, arguments, context)
        return self._fitted(entry, checker, arguments, context)

    def _fitted(
        self, entry: ToolEntry, checker: Checker, arguments: dict[str, Any], context: CallContext
    ) -> dict[str, Any]:
        if checker.too_complex:
            self._not_checked(entry, checker.too_complex)
            return arguments
        too_much = checker.unchecked(arguments)
        if too_much:  # the program made these arguments: size must not be a way around the schema
            raise ToolError(
                f"{entry.name}: its arguments need too much work to check: {too_much}", code="invalid_tool_input"
            )
        fitted = checker.fit(arguments)
        problems = checker.problems(self._filled(entry, fitted, context))
        if problems:
            advice = NUMBER_FOR_TEXT if checker.has_number_for_text(fitted) else ""
            raise ToolError(f"{entry.name}: {'; '.join(problems)}{advice}", code="invalid_tool_input")
        return fitted

    def _prepare_preset(
        self, entry: ToolEntry, preset: Preset, checker: Checker, arguments: dict[str, Any], context: CallContext
    ) -> dict[str, Any]:
        """Like `_fitted`, with the host's preset arguments: they are checked together with the others, and never shown to the program."""
        together = preset.filled(entry.name, arguments)
        try:
            fitted = self._fitted(entry, checker, together, context)
        except ToolError:
            self._fitted(entry, self.catalog.input_checker(entry, shown=True), arguments, context)
            log.error("the preset arguments of %s do not fit its schema: %s", entry.name, ", ".join(preset.values))
            told = "the arguments that the host adds do not fit its schema; no program can change that"
            raise ToolError(f"{entry.name}: {told}", code="invalid_tool_input") from None
        return {key: value for key, value in fitted.items() if key not in preset.values}

    def _not_checked(self, entry: ToolEntry, why: str) -> None:
        told = f"{entry.name}: its schema is too complex to check: {why}"
        if self._schemas == "refuse":
            raise ToolError(told, code="invalid_tool_input")
        self.warnings.add(f"{told}; the call is made with unchecked arguments")

    def context(self, call_id: str, files: CallFiles | None = None) -> CallContext:
        caller = self.caller
        attaching = files if files is not None else self.files.of_call(call_id)
        report = partial(self.reporter.progress, call_id) if self.reporter is not None else None
        return CallContext(
            caller.agent,
            caller.session,
            caller.run_id,
            call_id,
            context=caller.context,
            attaching=attaching,
            reporting=report,
            asking=partial(self.asking, call_id) if self.asking is not None else None,
            largest=self._largest,
            waiting=self.large.enter if self.large is not None else None,
            token=self.token,
        )

    @property
    def are_judged(self) -> bool:
        """Whether hooks or a policy look at calls before they are made."""
        return self._policy is not None or bool(self._hooks)

    async def _begin(self, entry: ToolEntry, context: CallContext, arguments: dict[str, Any]) -> None:
        if self.recording is not None:
            await self.recording(context.call_id)
        name_tool(entry.id)
        if self.reporter is not None:
            self.reporter.call_started(context.call_id, entry.name, entry.id, arguments)

    def tool_name(self, called: str) -> str:
        """The name of the tool with a name or id. If there is no such tool, or another tool has that name, returns the given name or id."""
        entry = self.catalog.get(called)
        if entry is None or entry.name == called:
            return called
        return entry.name if self.catalog.get(entry.name) is entry else called

    def tool_id(self, name: str) -> str:
        """The catalog id of the tool with a name; "" if there is none."""
        entry = self.catalog.get(name)
        return entry.id if entry is not None else ""

    def _filled(self, entry: ToolEntry, arguments: dict[str, Any], context: CallContext) -> dict[str, Any]:
        """The arguments with the bytes of attachments where the tool takes bytes. Hooks, approvals and the journal see only handles."""
        if not self.catalog.input_checker(entry).takes_bytes:
            return arguments
        return filled(arguments, entry.input_schema, context.find, base64_text)

    def given(self, entry: ToolEntry, arguments: dict[str, Any], context: CallContext) -> dict[str, Any]:
        """The arguments as the tool's source receives them. Functions and UTCP tools resolve handles themselves, through their context."""
        return arguments if entry.source in ("function", "utcp") else self._filled(entry, arguments, context)

    def conclude(self, entry: ToolEntry, result: Any, context: CallContext) -> Any:
        """Returns the result as plain data. A result that does not match the output schema is noted; with `outputs="strict"` it raises ToolError."""
        source = self._sources[self.toolbox.source_of(entry)]
        if not getattr(source, "gives_plain_data", False):
            result = self._plain(result, entry.name, context)
        if not getattr(source, "bounds_results", False):
            self._look_at_size(entry, result)
        mode = entry.outputs or self._outputs
        self.observed.note(self.caller.agent, entry, result)
        if entry.output_schema and mode != "ignore":
            checker = self.catalog.output_checker(entry)
            why = checker.unchecked(result)
            if why:
                self._not_promised(entry, f"its result was not checked: {why}", result, context.call_id)
            elif problems := checker.problems(result):
                told = f"its result does not fit its output schema: {'; '.join(problems)}"
                self._not_promised(entry, told, result, context.call_id)
        return result

    def _look_at_size(self, entry: ToolEntry, result: Any) -> None:
        """Raises ToolError if a result is too large for any program, before it is processed."""
        try:
            size = least_size(result, self._largest)
        except NotPlain:
            return  # encoding it as JSON reports the problem
        except TooMany:
            told = "its result has too many parts or digits: ask the tool for less, such as one page at a time"
            raise ToolError(f"{entry.name}: {told}", code="invalid_tool_output") from None
        if size > self._largest:
            raise too_large_result(entry.name, size, self._largest)

    def _not_promised(self, entry: ToolEntry, told: str, result: Any, call_id: str) -> None:
        if (entry.outputs or self._outputs) == "strict":
            self._noted(call_id).result = self._kept(result)
            raise ToolError(f"{entry.name}: {told}", code="invalid_tool_output")
        told = one_line(told, MAX_NOTE)
        self._noted(call_id).add(told)
        if entry.id not in self._told_of:  # most likely other results of the tool are wrong in the same way
            self._told_of.add(entry.id)
            self.warnings.add(
                f"{entry.name}: {told}",
                "the program got the result unchanged: use the fields that it has, not the declared ones",
            )

    def look_at(self, result: Any, call_id: str) -> None:
        """Adds a note if a result reports a failure, see `error_like_results`."""
        told = reported_failure(result)
        if told:
            self._noted(call_id).add(f"its result says: {told}")

    def _noted(self, call_id: str) -> Noted:
        return self.noted.setdefault(call_id, Noted())

    def _kept(self, result: Any) -> Any:
        """A result for the record of its call: the whole value, or the beginning of its JSON."""
        try:
            text = encode(result)
        except WireError:
            return None
        room = min(MAX_KEPT, self._room)
        self._room -= min(len(text), room)
        return result if len(text) <= room else text[:room].decode("utf-8", "ignore") + "…"

    def _plain(self, value: Any, name: str, context: CallContext) -> Any:
        def attach(given: object) -> Any:
            return context.keep(given) if isinstance(given, File) else None

        try:
            return plain(value, self._largest, attach)
        except NotData as odd:
            raise ToolError(f"{name}: {odd}", code="invalid_tool_output") from odd

    def fitting(self, entry: ToolEntry, result: Any) -> bytes:
        """Returns the result's JSON. Raises ToolError if it is not JSON data or is too large for the program."""
        try:
            encoded = encode(result)
        except WireError as odd:
            raise ToolError(f"{entry.name}: its result is {odd}", code="invalid_tool_output") from odd
        self.note_size(entry, len(encoded))
        if len(encoded) > self._largest:
            raise too_large_result(entry.name, len(encoded), self._largest)
        return encoded

    def measured(self, entry: ToolEntry, result: Any) -> bytes | None:
        """The JSON of a large result that the program receives unchanged, so that its size is known before delivery. None for a small result."""
        if not is_large(result):
            return None
        try:
            encoded = encode(result)
        except WireError:
            return None
        self.note_size(entry, len(encoded))
        return encoded

    def note_size(self, entry: ToolEntry, size: int) -> None:
        """Remembers the size of a tool's result."""
        self._sizes.note(self.caller.agent, entry.id, size)

    def expected(self, name: str) -> int:
        """The expected size of a tool's next result in bytes; 0 if unknown."""
        entry = self.catalog.get(name) if self._sizes else None
        return self._sizes.of(self.caller.agent, entry.id) if entry is not None else 0

    async def perform(
        self,
        name: str,
        arguments: dict[str, Any],
        call_id: str,
        kind: str = "tool",
        approved: dict[str, Any] | None = None,
        *,
        edited: bool = False,
    ) -> tuple[Any, bytes]:
        """Makes a call and returns the result and its JSON. `approved` are the arguments that a person approved; `edited` tells that the person
        changed them. Raises ToolError and ApprovalNeeded."""
        files = self.files.of_call(call_id)
        context = self.context(call_id, files)
        with tool_span(name, context):
            entry, source, arguments = await self._ready(name, arguments, context, files, kind, approved, edited)
            await self._begin(entry, context, arguments)
            result = await source.call(entry.name, self.given(entry, arguments, context), context)
            large = is_large(result)
            if entry.streaming and isinstance(result, list):
                # the tool returned all pieces at once; its output schema describes one piece
                pieces = cast("list[Any]", result)
                result = [await aside(piece, partial(self.conclude, entry, piece, context)) for piece in pieces]
                for piece in result:
                    self.look_at(piece, call_id)
            elif large:
                if self.large is not None:
                    await self.large.enter(call_id, *([len(result)] if isinstance(result, str) else []))
                result = await aside(result, partial(self.conclude, entry, result, context))
            else:
                result = self.conclude(entry, result, context)
            if self._hooks:
                result = await self._after(entry, arguments, result, context)
                large = is_large(result)
            self.look_at(result, call_id)
            await self.files.flush()
            if large:
                return result, await aside(result, partial(self.fitting, entry, result))
            return result, self.fitting(entry, result)

    async def pieces(
        self,
        name: str,
        arguments: dict[str, Any],
        call_id: str,
        approved: dict[str, Any] | None = None,
        *,
        edited: bool = False,
    ) -> AsyncGenerator[tuple[Any, bytes], None]:
        """Yields the pieces of a streaming call, each with its JSON. Raises ToolError and ApprovalNeeded."""
        files = self.files.of_call(call_id)
        context = self.context(call_id, files)
        with tool_span(name, context):
            entry, source, arguments = await self._ready(name, arguments, context, files, "tool", approved, edited)
            await self._begin(entry, context, arguments)
            stream = source.stream(entry.name, self.given(entry, arguments, context), context)
            try:
                async for piece in stream:
                    given = await aside(piece, partial(self.conclude, entry, piece, context))
                    made = await self._after(entry, arguments, given, context)
                    self.look_at(made, call_id)
                    await self.files.flush()
                    yield made, await aside(made, partial(self.fitting, entry, made))
            finally:
                close = getattr(stream, "aclose", None)
                if close is not None:
                    await close()

    async def _ready(
        self,
        name: str,
        arguments: dict[str, Any],
        context: CallContext,
        files: CallFiles,
        kind: str,
        approved: dict[str, Any] | None,
        edited: bool,
    ) -> tuple[ToolEntry, ToolSource, dict[str, Any]]:
        """Everything that precedes the call itself: find the tool, run the before hooks, check the arguments and the policy."""
        find = partial(self.find, name, kind)
        # a name that is not there is compared with all others
        entry, source = find() if self.catalog.get(name) is not None else await among_tools(self.catalog, find)
        arguments = arguments if approved is None else approved
        await files.read(arguments)
        # approved arguments that nobody edited have been through the hooks already
        if self._hooks and (approved is None or edited):
            arguments = await before_call(self._hooks, entry, arguments, context)
            await files.read(arguments)
        arguments = await aside(arguments, partial(self.prepare, entry, arguments, context))
        decision = await self._decision(entry, arguments)
        if decision == "deny":
            raise denied(name)  # an approval overrides a rule that asks, not a rule that denies
        if decision == "ask" and approved is None and not self.approved_all:
            raise ApprovalNeeded(arguments)
        return entry, source, arguments

    async def effects(self) -> Effects | None:
        """The effects of the whole program, for the person who approves it. None if the policy asks about each call, or the effects are unknown."""
        if self._look is None or self._policy is None or not self._policy.asks_about_program(self.caller.agent):
            return None
        return await self._look()

    def fit(self, program: ProgramApproval, call: ToolCall, made: dict[str, Any]) -> Fit:
        """Compares a call, with its final arguments, with the effects that were shown of its program."""
        entry = self.catalog.get(call.tool)
        if entry is None:
            return NO_FIT
        plain = self.catalog.input_checker(entry).fit(call.arguments) if self._hooks else made
        return Fit(names_of(entry), program.places(entry, call.arguments, plain, made))

    async def _decision(self, entry: ToolEntry, arguments: dict[str, Any]) -> Action:
        policy = self._policy
        if policy is None:
            return "allow"
        caller = self.caller
        whole = arguments if entry.preset is None else entry.preset.filled(entry.name, arguments)
        return await in_turn(partial(policy.decide, entry, caller.agent, caller.session, whole, caller.facts))

    async def _after(self, entry: ToolEntry, arguments: dict[str, Any], result: Any, context: CallContext) -> Any:
        """Returns the result after the hooks, as plain data."""
        for hook in reversed(self._hooks):
            for changed in await after_call(hook, entry, arguments, result, context):
                result = self._plain(changed, f"{entry.name}: the result that a hook returned", context)
        return result
