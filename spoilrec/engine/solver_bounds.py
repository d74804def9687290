"""What is certain without a search, whoever plays how."""

from spoilrec.engine.solver_deal import Cards, Deal, each


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


def drawn(deal: Deal, cards: Cards, leader: int) -> int:
    """Give how many tricks the leader can take one after the other, from now on.

    He leads the trumps that nobody can beat; nothing may be kept back from them. If that leaves no trump with the
    others, the rest of his trumps are good, and the plain cards above which nobody has any.
    """
    own, trumps = cards & deal.own[leader], cards & deal.trumps
    mine = own & trumps
    good = (mine >> (trumps & ~mine).bit_length()).bit_count()
    for place, others in enumerate(deal.own):
        if place != leader and (trumps & others).bit_count() > good:
            return good
    rest, above = cards & ~own, deal.above
    return mine.bit_count() + sum(not rest & above[card] for card in each(own & ~trumps))
