"""How often Python looks for objects that only hold each other."""

import gc

from regicide_arena.processes import Processes


def test_a_process_in_which_bots_choose_is_seldom_stopped_for_that():
    """Far more seldom than Python would on its own."""
    with Processes(1) as processes:
        assert processes.pool.submit(gc.get_threshold).result(60) > (50_000, 10, 50)
