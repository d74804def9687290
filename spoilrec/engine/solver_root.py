"""Where a question begins: a state of play in the bits of its hand, in the middle of a trick or before one."""

from collections.abc import Iterator

from spoilrec.engine.position import State
from spoilrec.engine.rob import entitled, first_card_duties
from spoilrec.engine.solver_deal import Cards, Deal
from spoilrec.engine.solver_search import Search
from spoilrec.rules.cards import Card, card_set


def with_duties_done(state: State) -> State:
    """Let the time to rob or to announce pass, where it is still to come: nobody does either in a line that is solved.

    To demote the ace before its holder plays changes nothing for those who play before him: no privilege of theirs
    hangs on it and the order of all other cards stays.
    """
    if state.winners or not state.rights.duty:
        return state
    who = entitled(state)
    return state if who < 0 or who in state.laid_by else first_card_duties(state, who)


class Root:
    """A state from which a search sets out."""

    def __init__(self, deal: Deal, state: State) -> None:
        rights, table = state.rights, state.table
        entering = 1 << rights.entering & ~state.on_table if rights.entering >= 0 else 0
        self.deal, self.state = deal, state
        self.cards = deal.bits(sum(state.holding) | entering)
        self.start = self.cards | deal.bits(card_set(state.trick))
        self.kept = deal.bits(sum(rights.kept[seat] for seat in deal.seats))
        self.places = [table.seats.index(seat) for seat in _turns(state)]
        self.led = deal.bit_of[state.trick[0]] if state.trick else 0

    def holds(self, search: Search, score: int) -> bool:
        """Ask a search from here."""
        if not self.led:
            return search.holds(self.cards, self.places[0], score, self.kept)
        return self._try(search, score, None)

    def holds_after(self, search: Search, score: int) -> dict[Card, bool]:
        """Ask a search after each lawful card; of equal cards it is asked once."""
        deal, found, result = self.deal, dict[Card, bool](), False
        lawful = self._lawful()
        asked = set(deal.apart(lawful, self.start))
        for card in self._downwards(lawful):  # the highest of a run of equal cards stands for the run
            if card in asked:
                result = self._after(search, score, card)
            found[deal.order[card.bit_length() - 1]] = result
        return dict(sorted(found.items()))

    def lawful(self) -> tuple[Card, ...]:
        """List the lawful cards in ascending order."""
        return tuple(sorted(self.deal.order[card.bit_length() - 1] for card in self._downwards(self._lawful())))

    def _after(self, search: Search, score: int, card: Cards) -> bool:
        if not self.led:
            return search.try_lead(self.cards, self.places[0], card, score, self.kept)
        return self._try(search, score, card)

    def _try(self, search: Search, score: int, card: Cards | None) -> bool:
        state = self.state
        trick = search.begin(self.start, self.led, self.places, score)
        if card is not None:
            trick.replies[0] = [card]
            trick.watch = set(trick.watch) - {0}  # a bound would count on his other cards
        worths = [trick.worth[self.deal.bit_of[code]] for code in state.trick]
        taker = state.table.seats.index(state.laid_by[worths.index(max(worths))])
        return search.play_on(trick, self.cards, max(worths), taker, self.kept)

    def _lawful(self) -> Cards:
        place, deal = self.places[0], self.deal
        held = deal.bits(self.state.holding[deal.seats[place]])
        if not self.led:
            return held
        gone, laid = deal.everything & ~self.start, self.start & ~self.cards
        return deal.lawful(held, self.led, gone, laid, self.kept & deal.own[place])

    @staticmethod
    def _downwards(cards: Cards) -> Iterator[Cards]:
        while cards:
            top = 1 << cards.bit_length() - 1
            yield top
            cards ^= top


def _turns(state: State) -> list[int]:
    """List the seats that have yet to play to this trick, in their order; of a new trick all."""
    table, turns = state.table, [state.turn]
    laid = {*state.laid_by, state.turn}
    while len(laid) < len(table.seats):
        seat = table.after[turns[-1]]
        if seat in laid and state.laid_by:  # after a card out of turn: the first from the leader that has not played
            seat = table.after[state.laid_by[0]]
            while seat in laid:
                seat = table.after[seat]
        turns.append(seat)
        laid.add(seat)
    return turns
