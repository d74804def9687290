"""How things stand while a session is taken down: the line below the prompt, and what is expected next."""

from collections.abc import Iterator

from spoilrec.engine.position import TRICKS, UNKNOWN, State
from spoilrec.record.tokens import SEATS
from spoilrec.review.bidding import after_calls, bidding_of
from spoilrec.review.case import Case
from spoilrec.review.scribe.draft import Draft, dealer_of
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.opening import question
from spoilrec.review.setting import before, short_name, side_players
from spoilrec.rules.cards import CODE_NAMES, SUIT_NAMES
from spoilrec.rules.pool import may_jink


def is_over(case: Case | None) -> bool:
    """Say whether the hand may be written down now."""
    if case is None or case.replay is None or case.result is None:
        return False
    if case.reading.hand.end:
        return True
    state = case.replay.last
    if state.trick:
        return False
    if len(state.winners) == TRICKS or case.result.thrown_in:
        return True
    return case.result.decided and case.result.jink != "trying"


def jink_seat(case: Case | None) -> int:
    """Give who may call a jink now, where the rules want it said; -1 for nobody."""
    if case is None or case.replay is None or case.rules is None or case.reading.hand.jink or case.reading.hand.end:
        return -1
    state, options = case.replay.last, case.rules.options
    if case.rules.game.goal != "pool" or options.jink_mode != "declared" or state.trick:
        return -1
    return may_jink(options, state.winners, state.rights.barred)


def missing_in(evening: Evening, draft: Draft | None, case: Case | None) -> str:
    """Say what is expected next, in a few words."""
    if draft is not None and draft.kind == "session":
        return question(draft.fields)
    if not evening.begun:
        return question({})
    if draft is not None and draft.kind == "close":
        pool = evening.ledger.pool
        shares = f"{pool} in the pool: `split` and who gets what, or " if pool and "split" not in draft.fields else ""
        return f"{shares}Enter closes the session"
    if draft is not None and draft.kind != "hand":
        return f"Enter writes {_THESE.get(draft.kind, f'the {draft.kind}')} down"
    if draft is None:
        return _of_new_hand(evening)
    if case is None:
        return _WHO_DEALS
    return _of_hand_over(case) if is_over(case) else _of_hand(evening, case)


_THESE = {"amend": "the amendment"}
_WHO_DEALS = "who deals: the name"


def asks_for_dealer(evening: Evening, draft: Draft | None) -> bool:
    """Say whether a hand is begun, or comes next, and nobody knows who deals it."""
    if not evening.begun or evening.closed or (draft is not None and draft.kind != "hand"):
        return False
    return dealer_of(evening, draft or Draft("hand")) < 0


def _of_new_hand(evening: Evening) -> str:
    if evening.closed:
        return "`session` begins a new one, `quit` leaves"
    dealer = evening.due_dealer()
    if dealer < 0:
        return _WHO_DEALS
    rules = evening.setting.rules
    turned = rules is None or rules.options.trump_by == "turn_up"
    return f"{short_name(evening.setting, dealer)} deals: {'the turn-up' if turned else 'the calls, such as 15 - 20 ='}"


def _of_hand_over(case: Case) -> str:
    state, result = case.replay.last if case.replay else None, case.result
    pool_game = case.rules is not None and case.rules.game.goal == "pool"
    if pool_game and result is not None and result.won == UNKNOWN and not result.void:
        return "who won: `won NAME` (`won -` for a spoil), or Enter"
    playing = state is not None and 0 < len(state.winners) < TRICKS and not case.reading.hand.end
    if playing and state is not None and state.turn >= 0:
        return f"Enter writes the hand down ({case.name(state.turn)} to lead, if you play on)"
    return "Enter writes the hand down"


def _of_hand(evening: Evening, case: Case) -> str:
    state = case.replay.last if case.replay else None
    auction = case.rules is not None and case.rules.game.goal == "auction"
    if auction and not case.reading.tricks and not case.reading.hand.bid and not case.reading.hand.bids:
        return "the calls, such as 15 - 20 =; or who named trumps: bid D20"
    if auction and case.trump < 0 and (seat := _to_call(case)) >= 0:
        return f"{case.name(seat)} to call, or trumps"
    if case.trump < 0 or state is None:
        return f"{_who_names(case)}: the suit" if auction else "the turn-up"
    if state.turn < 0:
        return "who leads: NAME: and the cards"
    return f"{short_name(evening.setting, state.turn)} to {'play' if state.trick else 'lead'}"


def _to_call(case: Case) -> int:
    """Give whose call it is, -1 where the auction is over or calls are not noted."""
    calls = case.reading.auction.calls
    if not calls or case.rules is None or case.reading.hand.bid:
        return -1
    totals = before(case.setting, case.ledger)
    return after_calls(bidding_of(case.rules.options, case.setting, case.reading.dealer, totals), calls).turn


def _who_names(case: Case) -> str:
    contract = case.replay.first.table.contract if case.replay else None
    return f"{case.name(contract.bidder)} names trumps" if contract and contract.bidder >= 0 else "trumps"


def standing(evening: Evening, draft: Draft | None, case: Case | None) -> str:
    """Give hand, dealer, turn-up, pool, tricks won and who is to play in one line."""
    if not evening.begun or (draft is not None and draft.kind == "session"):
        return _of_header(draft)
    if evening.closed:
        return "The session is closed"
    if case is None:
        parts = [f"Hand {evening.next_number()}"]
        if (dealer := evening.due_dealer()) >= 0:
            parts.append(f"{short_name(evening.setting, dealer)} deals")
        return " - ".join([*parts, *_noted(evening, draft), *_stakes(evening, None)])
    reading, state = case.reading, case.replay.last if case.replay else None
    parts = [f"Hand {reading.hand.no}", f"{case.name(reading.dealer)} deals"]
    if reading.ups:
        parts.append(f"{CODE_NAMES[reading.ups[-1]]} up")
    parts += [*_contract(case), *_stakes(evening, case)]
    if state is not None and case.trump >= 0:
        parts += _play(case, state)
    return " - ".join(parts)


def _noted(evening: Evening, draft: Draft | None) -> Iterator[str]:
    """Give what was noted of a hand that cannot be put on the desk yet."""
    for name, value in (draft.fields if draft is not None and draft.kind == "hand" else {}).items():
        match name:
            case "up":
                yield f"{value} up"
            case "rob" | "announce":
                did = "robbed" if name == "rob" else "announced the ace"
                yield f"{short_name(evening.setting, SEATS.find(value[:1]))} {did}"
            case "trump" | "bids" | "bid" | "play" | "end":
                yield f"{name} {value}"


def _of_header(draft: Draft | None) -> str:
    fields = draft.fields if draft else {}
    noted = [", ".join(map(str, fields.get("players", ())))]
    rules = fields.get("rules", "")
    noted.append(rules if isinstance(rules, str) else str(rules.get("preset", "")))
    noted += [f"{name} {fields[name]}" for name in ("sides", "stake", "pool", "date", "place") if name in fields]
    return " - ".join(["A new session", *(text for text in noted if text)])


def _contract(case: Case) -> list[str]:
    """Name the bidder, the bid and trumps, as far as they are known."""
    contract = case.replay.first.table.contract if case.replay else None
    if contract is None or contract.bidder < 0:
        return [SUIT_NAMES[case.trump]] if case.trump >= 0 and not case.reading.ups else []
    amount = f" {contract.amount}" if contract.amount >= 0 else ""
    trump = f" in {SUIT_NAMES[case.trump]}" if case.trump >= 0 else ""
    return [f"{case.name(contract.bidder)} bid{amount}{trump}"]


def _stakes(evening: Evening, case: Case | None) -> list[str]:
    """Say what is played for: the pool with the stakes of the hand in it, or the totals."""
    rules, ledger = evening.setting.rules, evening.ledger
    if rules is None:
        return []
    if rules.game.goal == "pool":
        staked = sum(case.result.paid) if case and case.result else 0
        return [f"pool {'?' if ledger.pool is None else ledger.pool + staked}"]
    if not ledger.totals:
        return []
    setting = evening.setting
    each = (f"{side_players(setting, side)} {'?' if n is None else n}" for side, n in enumerate(ledger.totals))
    return [", ".join(each)]


def _play(case: Case, state: State) -> list[str]:
    won = [(seat, state.winners.count(seat)) for seat in case.setting.seats if seat in state.winners]
    parts = [f"{case.name(state.rights.robber)} robbed"] if state.rights.robber >= 0 else []
    if won:
        parts.append("tricks: " + ", ".join(f"{case.name(seat)} {count}" for seat, count in won))
    if state.rights.jinker >= 0:
        parts.append(f"{case.name(state.rights.jinker)} jinks")
    if state.trick:
        parts.append("lies: " + " ".join(CODE_NAMES[card] for card in state.trick))
    if state.turn >= 0 and len(state.winners) < TRICKS and not case.reading.hand.end:
        parts.append(f"{case.name(state.turn)} to {'play' if state.trick else 'lead'}")
    return parts
