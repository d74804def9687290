"""The table of findings: a permanent code, its severity, its sentence, what it means and what to do.

A code never changes its meaning and is never given twice. The first digit is the theme: 0 bytes and
JSON, 1 session and rules, 2 deal and cards, 3 auction, draw and rob, 4 play, 5 jink, 6 score and
settlement, 7 seats and order, 8 rulings and amendments, 9 style. `{words}` in a sentence are the
facts of the finding; they are its fields in every JSON output.
"""

from typing import Final, Literal

import msgspec

Severity = Literal["error", "warning", "info"]
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")


class Code(msgspec.Struct, frozen=True):
    """One kind of finding: its sentence with the facts left open, and what a user should know of it."""

    code: str
    name: str
    severity: Severity
    sentence: str
    remedy: str
    meaning: str


def _e(code: str, name: str, sentence: str, remedy: str, meaning: str) -> Code:
    return Code(code, name, "error", sentence, remedy, meaning)


def _w(code: str, name: str, sentence: str, remedy: str, meaning: str) -> Code:
    return Code(code, name, "warning", sentence, remedy, meaning)


def _i(code: str, name: str, sentence: str, remedy: str, meaning: str) -> Code:
    return Code(code, name, "info", sentence, remedy, meaning)


CODES: Final = (
    # 0 bytes and JSON
    _e("SR001", "not-json", "this line is not JSON: {why}.", "The line is left out; all others are judged.",
       "Every line of a record is one JSON object on one line. JSON wants double quotes around keys and texts, commas between and none after the last, no comments."),
    _e("SR002", "torn", "the record is cut off{after}.", "Set it right or delete it; what stood after that is lost.",
       "The file ends in the middle of a line: a crash, a full disk or a download that stopped. All whole lines are judged."),
    _e("SR003", "not-utf8", "byte {byte} of the line ({value}) is not UTF-8; it looks like Latin-1: {guess}.", "Save the file as UTF-8; nothing was guessed or replaced.",
       "Records are UTF-8. Older programs write names in Latin-1 or Windows-1252. The line is left out, all others are judged."),
    _e("SR004", "duplicate-key", "`{key}` stands twice on this line: {first} and {second}.", "Take one of them out; neither was chosen.",
       "JSON leaves open which of two equal keys counts, so programs differ. The line is not judged."),
    _e("SR005", "control-character", "the control character {character} stands on this line.", "Delete it; what stands on the line beside it is read only if it is a whole record.",
       "NUL bytes come from a power cut, Ctrl-Z from old systems. Reading goes on at the next newline."),
    _e("SR006", "not-a-record", "this is no record: it looks like {like}.{importer}", "A record begins with a line {{\"type\":\"session\",...}}.",
       "Told once for the whole file, not once a line."),
    _e("SR007", "utf-16", "this file is UTF-16, not UTF-8.", "Save it as UTF-8; in PowerShell write with `| Out-File -Encoding utf8`.",
       "A redirection in an older PowerShell writes UTF-16. Told once for the whole file."),
    _e("SR008", "line-too-long", "this line is longer than {limit} bytes and was skipped.", "A hand of ten players needs about 600 bytes; something is glued together here.",
       "Lines are read up to a limit, so that a broken file cannot fill the memory."),
    _e("SR009", "damaged-gzip", "the gzip file is damaged: {why}.", "All lines before this place are judged; get a whole copy of the file.",
       "A gzip file carries a checksum; a copy that was cut off or altered is found by it."),
    _w("SR010", "byte-order-mark", "a byte-order mark stands at the start of this line.", "`spoilrec fmt` takes it out.",
       "Some editors write it at the start of a file; in the middle it tells that two files were joined. It is read over and never written."),
    _w("SR011", "carriage-return", "the line ends in {end}, not in a plain newline.", "`spoilrec fmt` writes plain newlines.",
       "Windows and old Macs end lines otherwise. They are read; told once a file."),
    _w("SR012", "no-final-newline", "the last line has no newline at its end.", "`spoilrec fmt` adds it; make sure that nothing is missing.",
       "Every line of a record ends in a newline, the last one too; without it a program that appends would glue the next line on."),
    _e("SR013", "two-records", "a second record begins in the middle of this line.", "Put each on a line of its own; `spoilrec fmt` does. What was whole has been read.",
       "A newline was lost, or a program went on writing after a torn line."),
    _w("SR014", "double-encoded", "`{text}` looks double-encoded; it may mean `{guess}`.", "Correct it if so; nothing was replaced.",
       "UTF-8 was once read as Latin-1 and written again as UTF-8."),
    _w("SR015", "odd-character", "the character {character} stands on this line and cannot be seen.", "Delete it, or write a plain space or letter.",
       "Non-breaking and zero-width spaces, control characters and marks that turn the reading direction make two names look alike. They are shown as <U+00A0>."),
    _e("SR016", "wrong-shape", "`{field}` is {got}; {wanted} belongs there.", "The line is left out until that is set right.",
       "The value of a key has the wrong kind or lies outside its limits. There are no fractions and no floating-point numbers in a record."),
    _e("SR017", "missing-field", "a {in} line must have `{field}`.", "The line is left out until that is set right.", "A key without which the line says nothing is missing."),
    _e("SR018", "no-type", "this line has no `type`.", "It begins {{\"type\":\"hand\", ...}}; the line is left out.", "Each line says its kind in `type`, which comes first."),
    _i("SR019", "unknown-key", "`{word}` is no key of a {in} line{nearest}.", "It is kept; keys of your own begin with `x-`.", "Told once a file for each key. Unknown keys survive every rewrite."),
    _i("SR020", "unknown-line", "lines of type `{word}` are not known{nearest}.", "They are kept; types of your own begin with `x-`.",
       "Told once a file for each type. Unknown lines survive every rewrite."),
    _e("SR021", "gzip-bomb", "the gzip file unpacks to more than {times} times its size: after {size} MiB reading stopped.", "All lines before this place are judged. If it is a record all the same: gunzip -c FILE | spoilrec ... -",
       "A record shrinks to a quarter or a tenth of its size. A small file that unpacks to gigabytes is made to fill a disk, a memory or an afternoon."),
    # 1 session and rules
    _e("SR101", "no-session", "{what}, so nothing is known of players or rules.", "Begin the file with a session line; until then only cards are judged.",
       "The first line of a record is a `session`: who plays what."),
    _e("SR102", "unknown-version", "this session is written in version {version} of the format; known is version 1.", "It is listed and formatted, but not judged; a newer spoilrec may know it.",
       "`spoilrec` in the session line is the version of the format."),
    _e("SR103", "no-rules", "the session does not say by which rules it was played.", "Add `\"rules\":\"spoil-five/1\"` or another preset, or judge it with --rules. {hands} judged only for what needs no rules.",
       "Legality depends on the house rules; nothing is assumed."),
    _e("SR104", "unknown-preset", "`{word}` is no preset{nearest}.", "`spoilrec rules` lists them. {hands} judged only for what needs no rules.", "A preset is a name and a version: `spoil-five/1`."),
    _e("SR105", "unknown-option", "`{word}` is no option{nearest}.", "`spoilrec explain` lists them. {hands} judged only for what needs no rules.", "The object `rules` holds `preset` and options that differ from it."),
    _e("SR106", "unknown-value", "`{option}` cannot be `{word}`{nearest}.", "It can be: {values}. {hands} judged only for what needs no rules.", "Each option has a closed list of values."),
    _e("SR107", "option-of-another-game", "`{option}` means nothing in {game}; it belongs to {games}.", "Take it out. {hands} judged only for what needs no rules.",
       "An option that the game does not know would be ignored silently, so it is refused."),
    # SR108 (a game that was not judged yet) has been given up and is never given again
    _e("SR110", "player-count", "{count}; {game} is for {wanted}.", "Correct `players`; the hands are not judged.", "The number of names in `players`, empty chairs not counted."),
    _e("SR111", "same-name", "two players are called {name}.", "Give each a name of their own (`Seán B.`).", "Findings and statistics know players by their names."),
    _w("SR112", "similar-names", "{first} and {second} look like the same name.", "If they are one person, or two who should be told apart, change one.",
       "They differ only in case, accents, apostrophes, spaces or in how an accented letter is put together."),
    _w("SR113", "odd-name", "the name {name} {why}.", "A name has 1 to 40 letters of one alphabet, and no spaces around it.", "Names that are empty, very long, piled up with accents or mixed from two alphabets make trouble in every list."),
    _e("SR114", "sides-do-not-fit", "`sides` {sides}: {why}.", "{fits} The hands are not judged.", "Each seat plays on one side, the sides are equal, and the rules may ask for a certain form."),
    _w("SR115", "partners-together", "on side {side} two partners sit side by side.", "Partners usually sit alternately; check the seats.", "With equal sides each player sits between opponents."),
    _e("SR116", "bad-date", "`{date}` is no date.", "Write 2026-11-27, 2026-11 or 2026.", "Dates are ISO 8601, so that 03/04 is never guessed. Nothing is judged by the date."),
    _e("SR117", "bad-time", "`{time}` is no time with a zone.", "Write 2026-11-27T21:30:00+00:00 or ...Z.", "Times are RFC 3339. Nothing is judged by them."),
    _w("SR118", "time-goes-back", "the time {time} lies before {before}, which stands earlier in the file.", "Check the clock; the order of the lines counts.", "Clocks are set back; hands are numbered."),
    _e("SR119", "unknown-word", "`{field}` cannot be `{word}`{nearest}.", "It can be: {values}.", "A field with a closed list of words."),
    _i("SR120", "no-hands", "the session has no hands.", "", "A session line alone is a session in which nothing was played, or the file was cut."),
    # 2 deal and cards
    _e("SR201", "unreadable-card", "`{word}` in `{field}` is no card{nearest}.", "A card is a rank of A23456789TJQK and a suit of CDHS: TD, 5S; JK is the joker, ?? a card not seen. It is taken as not seen.",
       "The word is told as it stands; a guess is told but never taken."),
    _w("SR202", "lenient-card", "`{word}` in `{field}` was read as {seems} ({why}).", "`spoilrec fmt` writes the canonical form.", "Read: 10D, lower case, suit signs, suit before rank, further spaces. Nothing else."),
    _e("SR203", "card-twice", "the {card} is there twice: {where}.", "{correction}", "There is one of each card. Which of the two places is wrong the record alone cannot say."),
    _e("SR204", "hand-size", "{player} was dealt {count} cards instead of 5.", "Mark it (`irregular`: `wrong-count` or `misdeal`) if that is what happened, or correct the deal.", "Every player gets five cards."),
    _e("SR205", "not-in-the-pack", "the joker is in `{field}`, but these rules play without it.", "Set the option `joker`, or correct the card.", "The option `joker` says whether it is in the pack."),
    _e("SR206", "trump-contradicts", "`trump` says {trump}, the turn-up {up} says {suit}.", "Correct one of them; the turn-up was taken.", "The suit of the turn-up is trumps; `trump` is only for hands without one."),
    _i("SR207", "trump-unknown", "{what} noted.", "Nothing that needs trumps can be judged in this hand.", "Note `up`, or at least `trump`."),
    _e("SR208", "field-of-another-game", "`{field}` does not belong to {game}.", "{instead}", "Pool games have `settle`, point games `points` and `score`, auction games bids and draws."),
    _e("SR209", "deal-groups", "`{field}` has {count} for {players} chairs.", "One group for each chair between `|`, `-` for one not seen.", "`deal`, `discard` and `draw` list the hands in seat order between |."),
    _i("SR210", "not-seen", "{count} in {hands} of this session could not be judged, because cards were not seen.", "That is ordinary; nothing was assumed.",
       "Told once a session. The findings SR412 name the plays where a card would decide."),
    _w("SR211", "turned-twice", "`up` names {count} cards, but these rules turn another one only after a joker ({rules}).", "Set the option `fiving`, or leave the card that decides.",
       "A second card is turned after a joker, or when the dealer grants a \"five it\": the option `fiving`."),
    # 3 auction, draw and rob
    _e("SR301", "rob-without-ace", "{player} robbed, but cannot have held the {ace}: {why}.", "Either {name} robbed without the ace or the record is wrong.{consequence}",
       "Only the player dealt the ace of trumps may rob, or the dealer when the ace is turned up."),
    _i("SR302", "rob-not-proven", "cannot be known: {player} robbed; it was lawful only if one of the cards not seen was the {ace}.", "", "The robber's five cards were not all seen."),
    _e("SR303", "rob-late", "{player} robbed too late: {why} ({rules}).", "The right to rob was lost.", "Before his own first card, or before the first lead: the option `rob_window`; the dealer who turned the ace always before the first lead (K15)."),
    _e("SR304", "rob-twice", "`rob` names more than one rob.", "At most one player can have the right; correct the field.", "The ace of trumps is one card."),
    _e("SR305", "put-out-card", "{player} {did} and put out the {card}: {why}.", "He puts out one of his own five cards.", "The put-out card is any card of the five dealt, never the turn-up itself."),
    _e("SR306", "turn-up-played", "{player} played the {card}, which lies turned up, and no rob is noted.", "Note the rob, or correct the card or the turn-up.", "The turn-up leaves the table only by a rob."),
    _w("SR307", "ace-not-robbed", "{player} {had} the {ace} and did not rob, which these rules demand ({rules}).", "{consequence}", "The option `rob=forced`, and `rob_failure` says what follows."),
    _w("SR308", "ace-not-announced", "{player} held the {ace}, did not rob and did not say so ({rules}).", "{consequence}", "The option `announce_ace`."),
    _e("SR309", "rob-not-allowed", "{player} robbed, but these rules know no robbing ({rules}).", "Correct the rules or the record.", "The option `rob=off`."),
    _e("SR310", "false-announcement", "{player} announced the {ace}: {why}.", "Correct `announce` or the cards.", "Only who holds the ace of trumps can announce it, before his first card."),
    _e("SR311", "bid-out-of-turn", "{player} {did}, but {why}.", "Either the call was out of turn, or a call is missing in the record or in the wrong place.", "The player left of the dealer calls first, then clockwise; whoever has passed is not asked again."),
    _e("SR312", "bid-too-low", "{player} bid {amount}, but {high}.", "Allowed: {allowed}. Either the bid or the record is wrong.", "A bid must be higher than the last one; only the dealer may match it, by a hold."),
    _e("SR313", "not-on-the-ladder", "{player} bid {amount}: {why} ({rules}).", "Allowed: {allowed}.", "The option `bids`; ten is for six players."),
    _e("SR314", "bid-after-pass", "{player} {did} after passing.", "Who has passed is out of the auction; correct `bids`.", "The option `bid_rounds`."),
    _e("SR315", "hold-not-allowed", "{player} held, {why} ({rules}).", "Allowed: {allowed}.", "A hold matches the standing bid; it is the dealer's alone: the option `hold`."),
    _e("SR316", "bid-barred", "{player} {did}: {why} ({rules}).", "Allowed: {allowed}.", "The options `min_bid_at_100`, `bunker` and `all_pass`."),
    _e("SR317", "bid-after-the-end", "{player} {did}, but the auction was over: {why}.", "Take it out, or check the calls before it.", "The auction is over when all but one have passed, or as `hold` and `bid_rounds` say."),
    _e("SR318", "bidder-differs", "by the calls {engine}, by `bid` {table}.", "Correct one of them; what hangs on it is not judged.", "Trumps are named by the winner of the auction, for the amount that stood last."),
    _e("SR319", "played-without-a-bid", "the hand was played although {why} ({rules}).", "{remedy}", "Without a bid that stands the hand is thrown in: the option `all_pass`."),
    _i("SR320", "auction-not-over", "the calls stop before the auction is over: {due} was still to call.", "Partial auctions are ordinary; add the missing calls if they are known.", "What was noted is judged."),
    _e("SR321", "draw-count", "{player} put out {out} and {got}; that leaves {left} instead of 5.", "Correct `discard` or `draw`.", "As many cards are drawn as were put out; the bidder also puts out as many as the kitty has."),
    _e("SR322", "kept-too-few", "{player} {did} ({rules}).", "{remedy}", "The option `draw` says how many cards may be changed and what must be kept."),
    _e("SR323", "put-out-not-held", "{player} put out the {card}, but held {held}.", "{hint}", "Only cards that were dealt, or came with the kitty, can be put out."),
    _e("SR324", "kitty-size", "the kitty has {count}; by these rules it has {wanted} ({rules}).", "Correct `kitty`, or set the option `kitty`.", "The option `kitty`."),
    _e("SR325", "stock-too-small", "{count} cards are dealt, in the kitty and drawn; the pack has {pack}.", "Correct `draw`.", "No more can be drawn than the stock has."),
    _e("SR326", "take-not-allowed", "{player} took the turn-up: {why} ({rules}).", "Correct `rob`, `up` or the rules.", "In an auction game only the dealer may take the turned card, and only a trump: the option `dealer_takes_turnup`."),
    _i("SR327", "draw-not-noted", "`deal` is not the hands as they were played, and what was put out and drawn is not noted.", "Plays are judged from the cards played alone; note `discard` and `draw`, or the hands after the draw.", "Where the draw was not noted, `deal` may be the hands before it or after it; the plays tell which."),
    _i("SR329", "contract-unknown", "in {hands} of this session it is not known who named trumps or for how much; what hangs on it could not be scored.", "That is ordinary; note `bid` or the table's `points`.", "Told once a session. The tricks and the points of the other sides are counted all the same."),
    # 4 play
    _e("SR401", "unreadable-play", "`{word}` in `{field}` cannot be read{nearest}.", "{form} {taken}", "Every play names its seat although it could be worked out: so a slip of the pen shows."),
    _e("SR402", "no-such-seat", "`{word}` in `{field}` is no seat at this table{nearest}.", "Seated are {seats}.", "Seats are the letters from A, in the order of `players`."),
    _e("SR403", "wrong-lead", "{player} led, but {due} was to lead: {why}.", "Either the lead was out of turn or the record is wrong{correction}", "The player left of the dealer leads first, then the winner of each trick."),
    _e("SR404", "out-of-turn", "{player} played before {due}.", "Either the play was out of turn or the order of the record is wrong{correction}.", "Play goes clockwise."),
    _w("SR405", "rotated", "the whole hand looks rotated by one seat: with every seat letter moved {how} all of it would fit.", "Check the seat letters of the plays, or those of the deal.", "Every play is off in the same way: more likely one slip in the record than many at the table."),
    _e("SR406", "trick-not-whole", "the trick {why}.", "{taken}", "Each trick has one card of every player."),
    _e("SR407", "too-many-tricks", "there are {count} tricks; a hand has five.", "The first five were judged.", "Five cards each make five tricks."),
    _e("SR408", "card-not-held", "{player} played the {card}, but held {held}.", "{correction}", "The card was neither dealt to him nor robbed or drawn."),
    _e("SR409", "card-not-yet-in-hand", "{player} played the {card} to the first trick, but takes it in only afterwards ({rules}).", "Allowed: {allowed}.", "The option `turned_ace_entry=after_first_trick`."),
    _e("SR410", "revoke", "{player} played {card} on {led} and had {witness}.", "{rule} Allowed: {allowed}. Either {name} revoked or the record is wrong{correction}.",
       "A card was refused that the rules demanded, proven by a card that the player held. It lies as it was laid, and the hand goes on until somebody rules on it."),
    _w("SR411", "renege-marked-revoke", "{player} is marked as having revoked with the {card}, but that was lawful: {why}.", "Take the mark out, or check the cards.", "Keeping back the five, jack or ace of hearts from a lower trump is a renege, which is lawful (K27)."),
    _i("SR412", "cannot-be-known", "cannot be known: {player} played {card} on {led}; {why}.", "", "Cards that nobody saw would decide: the card led, or one that the player may have held. Not seen is not proven."),
    _e("SR413", "not-all-lawful", "these cannot all be lawful: {plays}.", "No play is wrong for certain, but no hand could make all of them right; check them, or one of these is a revoke.",
       "The cards not seen cannot be dealt so that every play was lawful."),
    _i("SR414", "cannot-go-on", "from trick {trick} on nothing could be judged: {why}.", "", "The state of the table after this place is not known."),
    _w("SR415", "play-after-the-end", "trick {trick} was played although the hand was over: {why}.", "It changes nothing; check the tricks before it.", "The hand ends when the pool or the game is won, unless it is played out idly."),
    _w("SR416", "stops-early", "the hand stops after {played}, and nothing says why.", "Add the missing plays, or `end` (`claimed`, `conceded`, `abandoned`, `misdeal`).", "A hand ends by the rules or `end` says how."),
    _i("SR417", "winner-unknown", "cannot be known who took trick {trick}: a card not seen may have won it.", "", "The next lead was taken as the answer where there was one."),
    _e("SR418", "no-such-place", "`{field}` names the place {at}, where {why}.", "A place is a trick number and a seat: 3C.", "Facts point at plays of this hand."),
    _i("SR419", "marked", "{player}: {what}, noted at the table.", "{more}", "A fact that the table noticed itself. It is no error; a ruling may follow."),
    # 5 jink
    _e("SR501", "jink-not-now", "{player} called a jink {when}; it can only be called when {tricks} tricks are won and before the next lead ({rules}).", "The call is void.", "A jink is called when the pool is won with the first tricks, before the next lead."),
    _e("SR502", "jink-not-entitled", "{player} called a jink without having won the first {tricks} tricks ({rules}).", "The call is void.", "Whoever lost a trick cannot take all five."),
    _e("SR503", "jink-twice", "`jink` names more than one call.", "{remedy}", "Only one player can win the first tricks."),
    _i("SR504", "five-without-call", "{player} took all five tricks without calling a jink; these rules pay only the pool ({rules}).", "", "Under `jink_mode=declared` tricks after the pool is won are idle unless the jink was called."),
    _e("SR505", "jink-not-allowed", "{player} called a jink, but these rules know none ({rules}).", "The call is void.", "The option `jink_mode=off`, or a game without a jink."),
    _w("SR506", "jink-not-played", "{player} {did}, but the tricks that decide it are not noted.", "Add them, or `end`.", "A jink is made or lost in the tricks after the call."),
    _e("SR507", "jink-of-the-bidder", "{player} called a jink {when}: {why} ({rules}).", "The call is void.", "In an auction game the bidder's side declares a jink before the first lead, with a bid of 20 or more; where a bid of 30 is the jink there is no call."),
    # 6 score and settlement
    _e("SR601", "won-differs", "by the cards {engine}, by the record {table}.", "The table's word stays in the record; correct `won` or the plays.", "`won` is an assertion: it is compared with what was played."),
    _e("SR602", "settle-differs", "{differences} ({working}).", "What the table agreed stays; correct `settle` or the plays.", "`settle` is what each seat gained or lost over the whole hand, stakes included."),
    _e("SR603", "does-not-balance", "the settlement does not balance: {amount} {direction} ({working}); {differences}.", "What was paid must be what the pool lost; correct `settle`.", "Chips do not appear or vanish. Whole numbers only."),
    _e("SR604", "points-differ", "{side} scored {engine}{working}, the record says {table}.", "What the table agreed stays; correct `points` or the plays.", "`points` are compared with the tricks, in an auction game with tricks and contract."),
    _e("SR605", "score-does-not-follow", "the total of {side} should be {engine} ({working}), the record says {table}.", "What the table agreed stays; later totals are counted from it.", "Running totals follow from the last ones. Told at the first hand where they part."),
    _e("SR606", "wrong-length", "`{field}` has {count} for {wanted}.", "One number for each seat or side.", "`settle` is by seat, empty chairs 0; `points` and `score` by side."),
    _e("SR607", "split-does-not-balance", "`split` shares out {split}, but {pool} lay in the pool.", "Correct `split` or the settlements.", "When a session closes, what lies in the pool is shared out."),
    _i("SR608", "double-stake", "{side} won the game with five tricks and no earlier score: double stakes ({rules}).", "", "The option `double_stake_for_five`; the format holds no money of point games."),
    _i("SR609", "pool-unknown", "what lies in the pool is not known from here on.", "Settlements are not compared until the pool is won.", "A hand without a result that can be known, and without `settle`."),
    _e("SR610", "game-was-over", "the score goes on, but {side} had won the game before this hand ({ended}).", "A new game begins at zero; correct the score, or the target.", "When the target is reached the game is over; the next hand begins a new one."),
    # 7 seats and order
    _w("SR701", "number-order", "the number {no} follows {before}.", "Numbers go up by one; check for a missing, doubled or moved line.", "A gap or a repetition shows that a line was lost, doubled or moved."),
    _w("SR702", "dealer-order", "{player} deals; after {before} it was {due}'s turn.", "Check `dealer`, or note the misdeal or the new seats.", "The deal passes to the left; after a misdeal the same dealer deals again."),
    _e("SR703", "chairs", "`seats` has {count} chairs, the session {wanted}.", "Empty chairs are null; the line was left out.", "Seats keep their letters for the whole session."),
    _e("SR704", "empty-chair", "seat {seat} {did}, but nobody sits there.", "Correct the seat, or add a `seats` line before this hand.", "`seats` lines say who sits where from the next hand on."),
    _w("SR705", "after-close", "a {kind} line follows the `close` of the session.", "A new session begins with a `session` line.", "Nothing is played after the close."),
    # 8 rulings and amendments
    _e("SR801", "no-such-hand", "this {kind} concerns hand {no}, which does not stand before it in this session.", "Correct `hand`; the line changes nothing.", "Rulings and amendments belong to a hand of their own session."),
    _e("SR802", "ruling-place", "this ruling concerns {at} of hand {no}, where {why}.", "A place is a trick number and a seat: 3C.", "The fact stands in the hand, the ruling points at it."),
    _e("SR803", "amend-unknown-field", "`{word}` is no field of a hand{nearest}.", "The amendment changes nothing until that is set right.", "Every field of a hand but its number can be amended."),
    _e("SR804", "amend-breaks", "with this amendment hand {no} has errors that it had not before: {codes}.", "Check the amendment; the amended hand is what counts.", "An amendment is meant to mend."),
    _e("SR805", "penalty-does-not-balance", "the penalty of this ruling does not balance: {why}.", "Correct `settle` or `points`.", "What one pays another gets, or the pool; chips do not vanish."),
    _w("SR806", "nothing-amended", "this amendment changes nothing.", "It needs `set` or `void`.", "An amend line says what is new."),
    _w("SR807", "ruling-contradicts", "this ruling finds `{finding}` at {at}, where the cards prove otherwise: {proof}", "Check the ruling, the place and the cards; `accepted` lets a finding stand without contradicting it.",
       "A ruling is the table's own and stands. Told only where cards that were seen prove another verdict; what unseen cards decide is the table's to say."),
    # 9 style
    _i("SR901", "not-canonical", "this line is not written in the canonical form.", "`spoilrec fmt` writes it; nothing is lost.", "Told once a file, at the first such line."),
)  # fmt: skip

_BY_CODE: Final = {code.code: code for code in CODES}
_BY_NAME: Final = {code.name: code for code in CODES}


def code_named(word: str) -> Code | None:
    """Give a code by its number (`SR410`, in any case) or its name (`revoke`)."""
    return _BY_CODE.get(word.upper()) or _BY_NAME.get(word.lower())
