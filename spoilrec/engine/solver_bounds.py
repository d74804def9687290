"""What is certain from the trumps alone, whoever plays how."""

from spoilrec.engine.solver_deal import Cards


def unmatched(ours: Cards, theirs: Cards) -> int:
    """Give how many of our trumps are left when each of theirs beats one lower trump of ours.

    Each trump of one seat falls to another trick; each of these tricks that we lose costs them a higher trump. So
    this is the least number of tricks that a seat with the trumps `ours` does not lose to `theirs`.
    """
    found = beaters = 0
    rest = ours | theirs
    while rest:
        top = 1 << rest.bit_length() - 1
        rest ^= top
        if theirs & top:
            beaters += 1
        elif beaters:
            beaters -= 1
        else:
            found += 1
    return found
