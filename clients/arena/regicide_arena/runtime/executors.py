"""Executors of long commands: worker processes, or a Dask cluster, run one function for each of many tasks.

A worker process ends only by a fault of this package, or by the system; the command ends with it. A Dask worker may
come and go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Final, NoReturn, TypeAlias, TypeVar

from regicide_arena.runtime.console import print_note
from regicide_arena.runtime.messages import CommandError
from regicide_arena.runtime.process_pool import WorkerPool

Task = TypeVar("Task")
Result = TypeVar("Result")
TaskExecutor: TypeAlias = Callable[[Iterator[Task]], Iterator[Result]]
"""Runs every task once, in any order; takes each from the iterator when a worker needs one."""

TASKS_PER_WORKER: Final = 2
"""Tasks dispatched per worker at the same time: the next one is there when a worker finishes."""
CONNECT_TIMEOUT_S: Final = 5
"""Time for the scheduler to answer."""
WORKER_TIMEOUT_S: Final = 60
"""Time for its first worker to be there."""


class WorkersFailed(CommandError):
    """A worker process has ended, or no scheduler or worker answers."""


@contextmanager
def in_processes(run: Callable[[Task], Result], workers: int) -> Iterator[TaskExecutor[Task, Result]]:
    """Run an importable function in this number of worker processes. Raises WorkersFailed, and its errors."""
    with WorkerPool(workers) as processes:
        try:
            yield partial(_run_all, processes, run, lambda: workers, _fail)
        except BrokenProcessPool as error:
            message = "a worker process has ended, in which only built-in bots run: was it killed?"
            raise WorkersFailed(message) from error


@contextmanager
def on_dask(
    run: Callable[[Task], Result], scheduler: str, halves: Callable[[Task], list[Task]]
) -> Iterator[TaskExecutor[Task, Result]]:
    """Run an importable function on the workers of the scheduler at this address.

    A task with which workers are lost again and again is run in halves. Raises WorkersFailed, and the errors of both
    functions.
    """
    from distributed import Client, KilledWorker  # noqa: PLC0415 - an optional dependency

    print_note(f"connecting to the scheduler at {scheduler}")
    try:
        client = Client(scheduler, timeout=CONNECT_TIMEOUT_S)
    except (OSError, ValueError) as error:
        expected = "expected the address that `dask scheduler` prints when it starts, such as tcp://10.0.0.1:8786"
        raise WorkersFailed(f"no scheduler answers at {scheduler}: {expected}") from error
    with client:
        if not client.nthreads():
            print_note(f"waiting {WORKER_TIMEOUT_S} seconds for a worker: start one with `dask worker {scheduler}`")
        try:
            client.wait_for_workers(1, timeout=WORKER_TIMEOUT_S)
        except TimeoutError:
            raise WorkersFailed(f"the scheduler at {scheduler} has no workers") from None
        pool = client.get_executor(pure=False)

        def workers() -> int:
            return sum(client.nthreads().values())

        def halved(task: Task, error: BaseException) -> list[Task]:
            if isinstance(error, KilledWorker):
                return halves(task)
            raise error

        yield partial(_run_all, pool, run, workers, halved)


def _fail(_task: object, error: BaseException) -> NoReturn:
    raise error


def _run_all(
    pool: Executor,
    run: Callable[[Task], Result],
    workers: Callable[[], int],
    instead: Callable[[Task, BaseException], list[Task]],
    tasks: Iterator[Task],
) -> Iterator[Result]:
    """Keep the workers busy, whose number may change; yield results as they complete.

    `instead` returns the tasks that replace a failed one, or raises its error.
    """
    pending: dict[Future[Result], Task] = {}
    retries: list[Task] = []
    try:
        while True:
            while len(pending) < TASKS_PER_WORKER * max(1, workers()):
                task = retries.pop() if retries else next(tasks, None)
                if task is None:
                    break
                pending[pool.submit(run, task)] = task
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                task = pending.pop(future)
                if error := future.exception():
                    retries += instead(task, error)
                else:
                    yield future.result()
    finally:
        for future in pending:
            future.cancel()
