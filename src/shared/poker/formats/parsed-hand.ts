import type { BoardStreet } from '../deal.ts';
import type { Hand } from '../hand.ts';
import type { PostKind } from '../hand-limits.ts';
import { isLivePost } from '../live-post.ts';
import type { PlayingCard } from '../playing-card.ts';
import { seatOrder } from '../positions.ts';
import { HandParseError } from './hand-parse-error.ts';

/** An action in a text. `at` is the index of its line; `to` is the seat's total on the street. */
export type ParsedAction =
  | { a: 'post'; seat: number; what: PostKind; amount: number; at: number }
  | { a: 'fold' | 'check'; seat: number; at: number }
  | { a: 'call' | 'bet' | 'raise'; seat: number; to: number; at: number }
  | { a: 'street'; street: BoardStreet; at: number }
  | { a: 'return'; seat: number; amount: number; at: number };

/** `pot` and `run` are null if the text does not name them. */
export type ParsedAward = {
  seat: number;
  pot: number | null;
  run: number | null;
  amount: number;
  at: number;
};

type ParsedSeat = {
  seat: number;
  name: string;
  stack: number;
  bounty: number | undefined;
  cards: PlayingCard[] | undefined;
  /** Whether the seat posted, acted, was dealt or showed cards, or won. */
  isDealt: boolean;
  /** The remaining stack. */
  left: number;
  /** What the seat has put in on the current street, without antes and dead blinds. */
  bet: number;
};

type ParserOddity = 'summary_differs' | 'raise_differs' | 'repeated_line';

/** One hand as its text states it, before the rules are applied. Amounts are in hundredths of the hand's unit. */
export class ParsedHand {
  readonly game: { game: Hand['game']; kind: Hand['kind']; currency: string | null };
  stakes: { small: number; big: number; level?: string } = { small: 0, big: 0 };
  /** The blinds of the first line, if the posts differ from them. */
  statedStakes: { small: number; big: number } | null = null;
  /** The most that a seat may put in during the hand; null without a cap. */
  cap: number | null = null;
  number = '';
  playedOn: string | undefined;
  maxSeats = 0;
  button: number | null = null;
  hero: number | null = null;
  readonly seats: ParsedSeat[] = [];
  readonly actions: ParsedAction[] = [];
  readonly awards: ParsedAward[] = [];
  readonly boards: PlayingCard[][] = [];
  readonly shows: Hand['shows'] = [];
  readonly cashOuts: NonNullable<Hand['cashOuts']> = [];
  /** The pot that the summary states, with the rake; null if it states none. */
  statedPot: number | null = null;
  /** Null if the text does not state the rake, which is then the pot less the awards and fees. */
  rake: number | null = null;
  readonly fees = { jackpot: 0, other: 0 };
  /** Whether awards include uncalled bets, because no line of the text returns them. */
  awardsHoldReturns: 'never' | 'maybe' | 'always' = 'never';
  /** Seats that are all-in according to the text, each with the index of the line that says so. */
  readonly allIns: { seat: number; at: number }[] = [];
  /** Contradictions within the text: codes of `oddities.ts`, each with the index of the line where it was found. */
  readonly oddities: { code: ParserOddity; at: number }[] = [];
  /**
   * The lines of the anonymous text. In a line with `name`, the text from `from` to `to` is the name of the player in
   * `seat`, and is replaced.
   */
  readonly anonymousLines: { at: number; name?: { from: number; to: number; seat: number } }[] = [];

  private readonly bySeat: (ParsedSeat | undefined)[] = [];
  private longestFirst: ParsedSeat[] | undefined;
  private readonly names = new Map<string, number>();
  /** The street total that must be matched. */
  private toMatch = 0;
  /** The largest street total: less than `toMatch` if the big blind was posted short. */
  private highest = 0;
  private hasBig = false;
  private bigPosted = 0;

  constructor(game: ParsedHand['game']) {
    this.game = game;
  }

  /** The seat whose name begins the line and is followed by a space; of several, the one with the longest name. */
  seatBefore(line: string): number | undefined {
    this.longestFirst ??= [...this.seats].sort((one, other) => other.name.length - one.name.length);
    for (const { seat, name } of this.longestFirst) {
      if (line.startsWith(name) && line.charCodeAt(name.length) === 32) return seat;
    }
    return undefined;
  }

  seatNamed(name: string): number | undefined {
    return this.names.get(name);
  }

  nameOf(seat: number): string {
    return this.bySeat[seat]?.name ?? '';
  }

  cardsOf(seat: number): PlayingCard[] | undefined {
    return this.bySeat[seat]?.cards;
  }

  addSeat(seat: number, name: string, stack: number, at: number, bounty?: number): void {
    if (!Number.isInteger(seat) || seat < 1 || seat > 10) throw new HandParseError('too_large', at);
    if (name === '') throw new HandParseError('unknown_player', at);
    if (this.bySeat[seat] || this.names.has(name)) throw new HandParseError('two_hands_mixed', at);
    const own: ParsedSeat = {
      seat,
      name,
      stack,
      bounty,
      cards: undefined,
      isDealt: false,
      left: stack,
      bet: 0,
    };
    this.bySeat[seat] = own;
    this.names.set(name, seat);
    this.seats.push(own);
    this.longestFirst = undefined;
  }

  /** Includes a line in the anonymous text, with the name between `from` and `to` replaced. */
  keepName(at: number, from: number, to: number, seat: number): void {
    this.anonymousLines.push({ at, name: { from, to, seat } });
  }

  /** Includes a line without names in the anonymous text. */
  keep(at: number): void {
    this.anonymousLines.push({ at });
  }

  /** Adds an oddity, once for each code. */
  addOddity(code: ParserOddity, at: number): void {
    if (!this.oddities.some((oddity) => oddity.code === code)) this.oddities.push({ code, at });
  }

  private own(seat: number, at: number): ParsedSeat {
    const own = this.bySeat[seat];
    if (!own) throw new HandParseError('unknown_player', at);
    own.isDealt = true;
    return own;
  }

  /** The seat that acts. If the text omits a big blind of 0, it is posted before the first action. */
  private decider(seat: number, at: number): ParsedSeat {
    if (!this.hasBig) this.postEmptyBig(at);
    return this.own(seat, at);
  }

  /** Posts a big blind of 0 for a seat whose ante took the whole stack: the text has no line for it. */
  private postEmptyBig(at: number): void {
    this.hasBig = true;
    const small = this.actions.find((action) => action.a === 'post' && action.what === 'small');
    const start = small?.a === 'post' ? small.seat : (this.button ?? 0);
    const dealt = this.seats.filter(({ isDealt }) => isDealt).map(({ seat }) => seat);
    const next = seatOrder(dealt, start)[0];
    if (next === undefined || next === start || this.bySeat[next]?.left !== 0) return;
    this.actions.push({ a: 'post', seat: next, what: 'big', amount: 0, at });
    this.toMatch = Math.max(this.toMatch, this.stakes.big);
  }

  private pay(own: ParsedSeat, amount: number, isLive: boolean, at: number): void {
    if (amount > own.left) throw new HandParseError('over_stack', at);
    own.left -= amount;
    if (isLive) own.bet += amount;
  }

  post(seat: number, what: PostKind, amount: number, at: number): void {
    const own = this.own(seat, at);
    const isLive = isLivePost(what);
    this.pay(own, amount, isLive, at);
    // The level of a tournament may rise between the first line and the posts.
    const isFirst = what === 'small' || (what === 'big' && !this.hasBig);
    if (isFirst && (own.left > 0 || this.stakes[what] === 0)) this.correctStakes(what, amount);
    if (what === 'big' && !this.hasBig) this.bigPosted = amount;
    if (what === 'big') this.hasBig = true;
    if (isLive) {
      this.highest = Math.max(this.highest, own.bet);
      this.toMatch = Math.max(this.toMatch, own.bet, what === 'big' ? this.stakes.big : 0);
    }
    this.actions.push({ a: 'post', seat, what, amount, at });
  }

  private correctStakes(what: 'small' | 'big', amount: number): void {
    if (this.stakes[what] === amount) return;
    // The first line of a limit game states the bet sizes. The small blind derived from them is only an assumption.
    if (this.stakes[what] > 0 && this.game.game !== 'flhe')
      this.statedStakes ??= { small: this.stakes.small, big: this.stakes.big };
    this.stakes[what] = amount;
  }

  /** Posts a missed small blind, which is dead, and a missed big blind, which is live, from the sum of both. */
  postBoth(seat: number, amount: number, at: number): void {
    const live = Math.min(amount, this.stakes.big);
    if (amount > live) this.post(seat, 'dead', amount - live, at);
    this.post(seat, 'enter', live, at);
  }

  hasFolded(seat: number): boolean {
    return this.actions.some((action) => action.a === 'fold' && action.seat === seat);
  }

  hasPosted(what: PostKind): boolean {
    return this.actions.some((action) => action.a === 'post' && action.what === what);
  }

  fold(seat: number, at: number): void {
    this.decider(seat, at);
    this.actions.push({ a: 'fold', seat, at });
  }

  check(seat: number, at: number): void {
    this.decider(seat, at);
    this.actions.push({ a: 'check', seat, at });
  }

  callWith(seat: number, added: number, at: number): void {
    const own = this.decider(seat, at);
    if (own.bet + added > this.toMatch || added === 0) throw new HandParseError('impossible_action', at);
    this.put(own, own.bet + added, at);
  }

  /** @param by - the amount that the raise adds to the highest bet, if the text states it */
  raiseTo(seat: number, to: number, at: number, by?: number): void {
    const own = this.decider(seat, at);
    if (to <= this.toMatch || to <= own.bet) throw new HandParseError('impossible_action', at);
    if (by !== undefined && !this.isRaiseBy(to, by)) this.addOddity('raise_differs', at);
    this.put(own, to, at);
  }

  /** A raise whose line states both the seat's total on the street and the amount that the seat adds. */
  raiseByAdding(seat: number, added: number, to: number, at: number): void {
    if (added !== to - (this.bySeat[seat]?.bet ?? 0)) this.addOddity('raise_differs', at);
    this.putTo(seat, to, at);
  }

  /**
   * Whether a text may state a raise to `to` as a raise by `by`. If the big blind was posted short, rooms count `by`
   * from different amounts.
   */
  private isRaiseBy(to: number, by: number): boolean {
    return [this.toMatch, this.highest, this.bigPosted].includes(to - by);
  }

  /** A bet, or a call or raise whose line states only the added amount. */
  putIn(seat: number, added: number, at: number): void {
    const own = this.decider(seat, at);
    if (added === 0) throw new HandParseError('impossible_action', at);
    this.put(own, own.bet + added, at);
  }

  putTo(seat: number, to: number, at: number): void {
    this.putIn(seat, to - (this.bySeat[seat]?.bet ?? 0), at);
  }

  private put(own: ParsedSeat, to: number, at: number): void {
    const a = to <= this.toMatch ? 'call' : this.toMatch === 0 ? 'bet' : 'raise';
    this.pay(own, to - own.bet, true, at);
    this.toMatch = Math.max(this.toMatch, to);
    this.highest = Math.max(this.highest, to);
    this.actions.push({ a, seat: own.seat, to, at });
  }

  returnUncalled(seat: number, amount: number, at: number): void {
    const own = this.own(seat, at);
    if (own.left + amount > own.stack) throw new HandParseError('does_not_balance', at);
    own.left += amount;
    this.actions.push({ a: 'return', seat, amount, at });
  }

  /** Begins a street. If the board is run several times, only the first run begins it. */
  beginStreet(street: BoardStreet, at: number): void {
    if (this.actions.some((action) => action.a === 'street' && action.street === street)) return;
    for (const own of this.seats) own.bet = 0;
    this.toMatch = 0;
    this.highest = 0;
    this.actions.push({ a: 'street', street, at });
  }

  /**
   * Adds newly dealt cards to the board of a run.
   * @param run - the number of the run, from 0
   * @param cards - all cards of the board, including the new ones
   */
  openBoard(run: number, cards: readonly PlayingCard[], at: number): void {
    if (run > 2 || cards.length > 5) throw new HandParseError('too_large', at);
    if (run > this.boards.length) throw new HandParseError('board_differs', at);
    const known = this.boards[run] ?? [];
    // A later line may show the cards of the flop in another order.
    if (!known.every((card) => cards.slice(0, known.length).includes(card))) {
      throw new HandParseError('board_differs', at);
    }
    this.boards[run] = [...known, ...cards.slice(known.length)];
  }

  deal(seat: number, cards: PlayingCard[], at: number): void {
    const own = this.own(seat, at);
    if (own.cards && own.cards.join() !== cards.join()) throw new HandParseError('bad_card', at);
    own.cards = cards;
  }

  /** Adds a hole card, in formats with a line for each card. */
  addCard(seat: number, cards: PlayingCard[], at: number): void {
    const own = this.own(seat, at);
    own.cards = [...(own.cards ?? []), ...cards];
  }

  /** Live money of a seat on this street. */
  betOf(seat: number): number {
    return this.bySeat[seat]?.bet ?? 0;
  }

  leftOf(seat: number): number {
    return this.bySeat[seat]?.left ?? 0;
  }

  /** What a seat has put in so far, without returned bets. */
  paidBy(seat: number): number {
    const own = this.bySeat[seat];
    return own ? own.stack - own.left : 0;
  }

  /** What the text awards to a seat, or to all seats. */
  wonBy(seat?: number): number {
    const own = seat === undefined ? this.awards : this.awards.filter((award) => award.seat === seat);
    return own.reduce((sum, { amount }) => sum + amount, 0);
  }

  show(seat: number, cards: (PlayingCard | null)[], at: number, isMucked = false): void {
    const own = this.own(seat, at);
    const sameSeat = this.shows.find((show) => show.seat === seat);
    const known = sameSeat?.cards ?? own.cards;
    if (known && cards.some((card) => card !== null && !known.includes(card) && !known.includes(null))) {
      throw new HandParseError('bad_card', at);
    }
    if (sameSeat) {
      if (cards.length >= sameSeat.cards.length) sameSeat.cards = cards;
      return;
    }
    this.shows.push({ seat, cards, at: 'showdown', ...(isMucked && { mucked: true }) });
  }

  award(
    seat: number,
    amount: number,
    at: number,
    pot: number | null = null,
    run: number | null = null,
  ): void {
    this.own(seat, at);
    if (amount > 0) this.awards.push({ seat, pot, run, amount, at });
  }
}
