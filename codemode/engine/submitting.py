"""Submits runs: the caller gets the id of a run at once, and a `codemode worker` drives it."""

from __future__ import annotations

import asyncio
import json
import re
import time
from contextlib import suppress
from dataclasses import replace
from typing import Final, cast

from codemode.engine.durable.jobs import MAX_DELAY, MAX_KEY, MAX_PRIORITY, Job, Jobs, Task
from codemode.engine.durable.store import Unanswered
from codemode.engine.durable.suspended import run_id
from codemode.engine.inputs import encoded_data, source_text
from codemode.engine.replies import Completed, Failed, Waiting
from codemode.engine.threads import aside
from codemode.errors import CodeModeError, ConfigError, InputError, RunError

LOOK_SECONDS: Final = 5.0  # news may be missed while a connection is away
MAX_DATA: Final = 16 << 20  # bytes of JSON
_QUEUE: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class SubmittedRun:
    """A submitted run: its `run_id`, its state, and its reply."""

    def __init__(self, jobs: Jobs, run_id: str) -> None:
        self.run_id = run_id
        self._jobs = jobs

    async def job(self) -> Job:
        """Returns the current state of the job. Raises InputError if there is no such job (any more)."""
        found = await self._jobs.get(self.run_id)
        if found is None:
            raise InputError(f"no run {self.run_id[:80]!r} was submitted, or it ended more than a week ago")
        return found

    async def reply(self, timeout: float | None = None) -> Completed | Failed:
        """Returns the last reply, with all output. Waits for it, at most the given seconds, then raises TimeoutError. Raises InputError as `job`."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def heard(run_id: str) -> None:
            if run_id in ("", self.run_id):
                loop.call_soon_threadsafe(news.set)

        until = None if timeout is None else time.monotonic() + timeout
        end = self._jobs.listen(heard)
        try:
            while (job := await self._job_if_known()) is None or job.state != "ended":
                left = LOOK_SECONDS if until is None else min(LOOK_SECONDS, until - time.monotonic())
                if left <= 0:
                    raise TimeoutError(
                        f"the run {self.run_id} is {job.state if job else 'not known'} after {timeout:g} seconds"
                    )
                try:
                    async with asyncio.timeout(left):
                        await news.wait()
                except TimeoutError:
                    pass
                news.clear()
        finally:
            end()
        return reply_of(job)

    async def _job_if_known(self) -> Job | None:
        """None while the store does not answer: a caller that waits for a reply may wait for that, too."""
        try:
            return await self.job()
        except Unanswered:
            return None


async def of_submitted(
    jobs: Jobs | None, scope: tuple[str, str], run_id: str, missing: CodeModeError
) -> Completed | Failed | CodeModeError:
    """Returns the last reply of a submitted run that has ended, an error that says so if it waits in its queue, and else `missing`."""
    if jobs is not None and missing.code == "run_not_found":
        with suppress(CodeModeError):
            job = await jobs.get(run_id)
            if job is not None and job.scope == scope:
                if job.state == "ended":
                    return reply_of(job)
                told = f"the run {run_id} waits in the queue {job.task.queue!r} for a worker; wait again later"
                return RunError(told, code="run_busy", phase="host")
    return missing


async def abort_submitted(
    jobs: Jobs, scope: tuple[str, str], reply: Failed, missing: CodeModeError, seconds: float
) -> bool:
    """Aborts a submitted run that could not be taken, for the reason `missing`. One that has not begun ends with `reply`; for another one, its
    worker is asked to end it. Returns False if there is no such run. Raises RunError if it has not ended after `seconds`, or has ended otherwise."""
    run_id = reply.run_id
    if missing.code == "run_not_found" and await jobs.abort(run_id, scope, reply):
        return True
    if missing.code not in ("run_not_found", "run_busy") or not await jobs.ask_to_abort(run_id, scope):
        return False
    try:
        last = await SubmittedRun(jobs, run_id).reply(seconds)
    except TimeoutError:
        told = f"the worker that drives the run was asked to abort it and has not answered for {seconds:g} seconds; it does so as soon as it can"
        raise RunError(told, code="run_busy", phase="host") from None
    if isinstance(last, Failed) and last.code == "aborted":
        return True
    raise RunError(f"the run {last.status} before its worker could abort it", code="run_not_found", phase="host")


def reply_of(job: Job) -> Completed | Failed:
    """The last reply of a job that has ended."""
    if job.reply is None:
        code = "aborted" if job.reason == "aborted" else "snapshot_expired"
        return Failed(run_id=job.run_id, code=code, error=f"the run was {job.reason} while it waited", phase="host")
    from pydantic import TypeAdapter  # here, because few engines submit

    kinds: TypeAdapter[Completed | Waiting | Failed] = TypeAdapter(Completed | Waiting | Failed)
    return cast("Completed | Failed", kinds.validate_json(job.reply))


def with_all_output(reply: Completed | Failed, said: bytes) -> bytes:
    """Returns the JSON of a reply, with the output of earlier replies of the run before its own."""
    form = json.loads(reply.model_dump_json())
    form["output"] = [*json.loads(said), *form["output"]]
    return json.dumps(form, ensure_ascii=False).encode(errors="surrogatepass")


def jobs_of(jobs: Jobs | None) -> Jobs:
    """Returns the jobs of a store. Raises ConfigError if it has none."""
    if jobs is None:
        raise ConfigError(
            "submitting runs needs a store that machines share: postgresql://user@host/database (--store on the command line, "
            "Engine(store=...) in Python)"
        )
    return jobs


async def submit(jobs: Jobs, scope: tuple[str, str], task: Task) -> SubmittedRun:
    """Raises InputError and InternalError."""
    code = source_text(task.code, language=task.language)
    data, written = await aside(task.data, lambda: encoded_data(task.data))
    if len(written) > MAX_DATA:
        raise InputError(f"the data has {len(written)} bytes of JSON; the limit is {MAX_DATA}")
    task = _checked(replace(task, code=code, data=data))
    return SubmittedRun(jobs, await jobs.submit(run_id(), scope, task))


def _checked(task: Task) -> Task:
    queue, priority, delay = cast("tuple[object, object, object]", (task.queue, task.priority, task.delay))
    if not isinstance(queue, str) or not _QUEUE.fullmatch(queue):
        raise InputError(
            f"the name of a queue must be 1 to 64 letters, digits, _, - or dots, not {str(task.queue)[:80]!r}"
        )
    if isinstance(priority, bool) or not isinstance(priority, int) or not 0 <= priority <= MAX_PRIORITY:
        raise InputError(
            f"priority must be a whole number from 0 (goes first) to {MAX_PRIORITY}, not {task.priority!r}"
        )
    if isinstance(delay, bool) or not isinstance(delay, int | float) or not 0 <= delay <= MAX_DELAY:
        raise InputError(f"delay must be seconds from 0 to {MAX_DELAY:g}, not {task.delay!r}")
    if task.key is not None and not 0 < len(str(task.key)) <= MAX_KEY:
        raise InputError(f"key must have 1 to {MAX_KEY} characters, not {len(str(task.key))}")
    if not all(_QUEUE.fullmatch(name) for name in (*task.sources, task.language)):
        raise InputError(
            "sources must be names of owners of tools, and language the name of a language, such as sources=['bank'], language='go'"
        )
    return task
