"""A pause is as long as it was promised, whatever happens to the machine's clock."""

from auslese.system.steady_clock import steady_clock


class Machine:
    """Its two clocks, set by hand."""

    def __init__(self) -> None:
        self.day, self.seconds = 1_700_000_000.0, 50.0

    def pass_by(self, seconds: float) -> None:
        self.day += seconds
        self.seconds += seconds


def test_it_begins_with_the_time_of_day_and_goes_on_with_time() -> None:
    machine = Machine()
    clock = steady_clock(lambda: machine.day, lambda: machine.seconds)
    machine.pass_by(3.5)

    assert clock() == machine.day


def test_a_jump_of_the_machines_clock_is_not_felt() -> None:
    machine = Machine()
    clock = steady_clock(lambda: machine.day, lambda: machine.seconds)
    before = clock()
    for jump in (3600.0, -86_400.0):
        machine.day += jump
        machine.pass_by(1.0)

    assert clock() - before == 2.0
