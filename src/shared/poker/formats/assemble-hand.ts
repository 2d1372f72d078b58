import { contributionsOf, type DealState, hasOwnAntes, playActions, startDeal } from '../deal.ts';
import type { Hand, HandAction, PokerSite } from '../hand.ts';
import { handLimits } from '../hand-limits.ts';
import { holeCardCount } from '../hole-cards.ts';
import { isLivePost } from '../live-post.ts';
import { dealtOrder, seatOrder } from '../positions.ts';
import { type Contribution, potsOf } from '../pots.ts';
import { hasRepeatedCard } from '../repeated-card.ts';
import { paidBySeat } from '../table-states.ts';
import { HandParseError } from './hand-parse-error.ts';
import { type Oddity, oddityOf } from './oddities.ts';
import { giveAwards } from './parsed-awards.ts';
import type { ParsedAction, ParsedHand } from './parsed-hand.ts';

/**
 * Increased when a parser returns a different result for the same text, or when columns computed from a hand change.
 */
export const parserVersion = 6;

export type AssembledHand = { hand: Hand; oddities: Oddity[] };

type Draft = Pick<Hand, 'game' | 'stakes' | 'button' | 'seats'>;

/**
 * Plays a parsed hand by the rules, and checks that its amounts add up exactly. If the amounts add up, an action that
 * the rules forbid is accepted, and reported as an oddity.
 * @param end - the index of the last line of the hand, which an error or oddity names if no other line is its cause
 * @throws HandParseError
 */
export function assembleHand(parsed: ParsedHand, site: PokerSite, end: number): AssembledHand {
  const { seats } = parsed;
  if (seats.length < 2 || parsed.button === null) throw new HandParseError('no_seats', end);
  if (parsed.actions.length > handLimits.actions) throw new HandParseError('too_large', end);
  nameBlinds(parsed);
  if (parsed.stakes.big === 0) throw new HandParseError('no_big_blind', end);
  const oddities: Oddity[] = parsed.oddities.map(({ code, at }) => oddityOf(code, at));
  const draft: Draft = {
    game: parsed.game.game,
    stakes: { ...parsed.stakes, ...anteOf(parsed) },
    button: parsed.button,
    seats: seats.map(handSeat).sort((one, other) => one.seat - other.seat),
  };
  if (dealtOrder(draft).length < 2) throw new HandParseError('no_seats', end);

  const ledger = ledgerOf(parsed, draft);
  const played = playByRules(parsed, draft);
  const { contributions, dead, actions } =
    'brokenAt' in played
      ? settleAsStated(parsed, draft, ledger, played.brokenAt)
      : settleByRules(parsed, ledger, played, end);
  if ('brokenAt' in played) oddities.push(oddityOf('against_the_rules', played.brokenAt));
  else if (played.state.phase !== 'over') oddities.push(oddityOf('ends_early', end));
  if (parsed.awards.length === 0 && parsed.statedPot !== 0)
    throw new HandParseError('observed_without_awards', end);
  if (areBlindsOdd(parsed, draft) || arePostsOdd(parsed, draft))
    oddities.push(oddityOf('blinds_differ', end));
  const falseAllIn = parsed.allIns.find(({ seat }) => parsed.cap === null && !isAllIn(parsed, seat));
  if (falseAllIn) oddities.push(oddityOf('not_all_in', falseAllIn.at));
  const hasReturn = parsed.actions.some(({ a }) => a === 'return');
  if (ledger.silent && hasReturn) oddities.push(oddityOf('return_differs', end));

  checkCards(parsed, end);
  const pots = potsOf(contributions, dead);
  const given = giveAwards(parsed, pots, ledger.silent, end);
  oddities.push(...given.oddities);
  const live = contributions.filter(({ folded }) => !folded).length;
  const { jackpot, other } = parsed.fees;
  const hand: Hand = {
    v: 1,
    ...draft,
    kind: parsed.game.kind,
    unit: { currency: parsed.game.currency },
    maxSeats: Math.min(Math.max(parsed.maxSeats, 2, ...seats.map(({ seat }) => seat)), handLimits.seats),
    // A hero who sits out is not in the hand.
    hero: seats.find(({ seat, isDealt }) => isDealt && seat === parsed.hero)?.seat ?? null,
    actions,
    rake: given.rake,
    ...((jackpot > 0 || other > 0) && {
      fees: { ...(jackpot > 0 && { jackpot }), ...(other > 0 && { other }) },
    }),
    boards: parsed.boards,
    awards: given.awards,
    shows: parsed.shows.map((show) => (live > 1 ? show : { ...show, at: 'after' as const })),
    ...(parsed.cashOuts.length > 0 && { cashOuts: parsed.cashOuts }),
    ...(parsed.playedOn !== undefined && { playedOn: parsed.playedOn }),
    source: { site, reader: parserVersion },
  };
  return { hand, oddities };
}

function handSeat({
  seat,
  stack,
  cards,
  bounty,
  isDealt,
}: ParsedHand['seats'][number]): Hand['seats'][number] {
  const own: Hand['seats'][number] = { seat, stack };
  if (cards) own.cards = cards;
  if (!isDealt) own.sitsOut = true;
  if (bounty !== undefined) own.bounty = bounty;
  return own;
}

/**
 * @param end - the index of the last line of the hand, at which errors are reported
 * @throws HandParseError if a card is in two places, or if a seat has or shows too many cards or was dealt too few
 */
function checkCards(parsed: ParsedHand, end: number): void {
  const most = holeCardCount(parsed.game.game);
  for (const { seat, cards } of parsed.seats) {
    const shown = parsed.shows.find((show) => show.seat === seat)?.cards ?? [];
    const own = cards ?? [];
    if (own.length > most || shown.length > most) throw new HandParseError('bad_card', end);
    if (own.length > 0 && own.length < most) throw new HandParseError('bad_card', end);
  }
  if (hasRepeatedCard(parsed)) throw new HandParseError('duplicate_card', end);
}

/** Whether the seat put in its whole stack, even if a bet was returned to it later. */
function isAllIn(parsed: ParsedHand, seat: number): boolean {
  const returned = parsed.actions.reduce(
    (sum, action) => sum + (action.a === 'return' && action.seat === seat ? action.amount : 0),
    0,
  );
  return parsed.leftOf(seat) === returned;
}

const contenders = ({ seats }: DealState) => seats.filter(({ folded }) => !folded).length;
const cappedStack = ({ cap }: ParsedHand, stack: number) => (cap === null ? stack : Math.min(stack, cap));

/**
 * If several seats post a big blind, the first after the small blind is the big blind, and the others post to be dealt
 * in. A larger post is a straddle.
 */
function nameBlinds({ actions, stakes, button, seats }: ParsedHand): void {
  const posts = actions.filter((action) => action.a === 'post');
  const bigs = posts.filter(({ what }) => what === 'big');
  if (bigs.length < 2) return;
  const small = posts.find(({ what }) => what === 'small')?.seat;
  const dealt = seats.filter(({ isDealt }) => isDealt).map(({ seat }) => seat);
  const order = seatOrder(dealt, small ?? button ?? 1).filter((seat) => seat !== small);
  const first = order.find((seat) => bigs.some((post) => post.seat === seat && post.amount <= stakes.big));
  for (const post of bigs) {
    if (post.amount > stakes.big) post.what = 'straddle';
    else if (post.seat !== first) post.what = 'enter';
  }
}

function anteOf({ actions, button }: ParsedHand): Pick<Hand['stakes'], 'ante'> {
  const posts = actions.filter((action) => action.a === 'post');
  const antes = posts.filter(({ what }) => what === 'ante');
  const [first] = antes;
  if (!first) return {};
  if (antes.length > 1) return { ante: { each: Math.max(...antes.map(({ amount }) => amount)) } };
  const { seat, amount } = first;
  if (posts.some((post) => post.what === 'big' && post.seat === seat))
    return { ante: { bigBlindPays: amount } };
  return { ante: seat === button ? { button: amount } : { each: amount } };
}

/**
 * The money of a seat as the text states it. `paid`: what the seat put in, less returned bets. `units`: the same
 * without dead money; the side pots are computed from `units`.
 */
type Account = Contribution & { stack: number; paid: number };
type Ledger = {
  seats: Account[];
  dead: number;
  /** A bet that no other seat matched, and whose return the text does not mention. */
  silent: { seat: number; amount: number } | null;
};

function ledgerOf(parsed: ParsedHand, draft: Draft): Ledger {
  const antesAreOwn = hasOwnAntes(draft.stakes);
  let dead = 0;
  const deadOf = new Map<number, number>();
  const folded = new Set<number>();
  for (const action of parsed.actions) {
    if (action.a === 'fold') folded.add(action.seat);
    if (action.a !== 'post') continue;
    const isOwn = isLivePost(action.what) || (action.what === 'ante' && antesAreOwn);
    if (!isOwn) {
      dead += action.amount;
      deadOf.set(action.seat, (deadOf.get(action.seat) ?? 0) + action.amount);
    }
  }
  const seats = dealtOrder(draft).map((seat): Account => {
    const own = parsed.seats.find((each) => each.seat === seat);
    const stack = own?.stack ?? 0;
    const paid = stack - (own?.left ?? 0);
    return { seat, stack, paid, units: paid - (deadOf.get(seat) ?? 0), folded: folded.has(seat) };
  });
  const [highest = 0, second = 0] = seats.map(({ units }) => units).sort((a, b) => b - a);
  const alone = seats.find(({ units }) => units === highest);
  if (highest === second || !alone) return { seats, dead, silent: null };
  alone.units = second;
  alone.paid -= highest - second;
  return { seats, dead, silent: { seat: alone.seat, amount: highest - second } };
}

type Played = { state: DealState; actions: HandAction[] };

/** @returns the played deal or, if an action breaks a rule, `brokenAt`: the index of the line of that action */
function playByRules(parsed: ParsedHand, draft: Draft): Played | { brokenAt: number } {
  const seats = draft.seats.map((seat) => ({ ...seat, stack: cappedStack(parsed, seat.stack) }));
  const actions = parsed.actions.filter((action) => action.a !== 'return');
  const played = playActions(startDeal({ ...draft, seats }), actions.map(handAction));
  return 'violation' in played ? { brokenAt: actions[played.index]?.at ?? 0 } : played;
}

/** What a hand contains before its pots are awarded. */
type Settled = { actions: HandAction[]; contributions: Contribution[]; dead: number };

/** Checks that the amounts of a hand that was played by the rules equal those of the text. */
function settleByRules(parsed: ParsedHand, ledger: Ledger, { state, actions }: Played, end: number): Settled {
  if (state.phase !== 'over' && contenders(state) > 1 && parsed.awards.length === 0) {
    throw new HandParseError('unfinished', end);
  }
  for (const { seat, stack } of state.seats) {
    const own = ledger.seats.find((each) => each.seat === seat);
    if (!own || stack !== cappedStack(parsed, own.stack) - own.paid)
      throw new HandParseError('does_not_balance', end);
  }
  return { actions, contributions: contributionsOf(state), dead: state.dead };
}

/** Takes actions and money from the text, and checks that they agree. */
function settleAsStated(parsed: ParsedHand, draft: Draft, ledger: Ledger, brokenAt: number): Settled {
  const actions = actionsAsStated(parsed, ledger);
  const paid = paidBySeat({ ...draft, actions });
  if (ledger.seats.some(({ seat, paid: own }) => paid.get(seat) !== own)) {
    throw new HandParseError('impossible_action', brokenAt);
  }
  const contributions = ledger.seats.map(({ seat, units, folded }) => ({ seat, units, folded }));
  return { actions, contributions, dead: ledger.dead };
}

function handAction(action: Exclude<ParsedAction, { a: 'return' }>): HandAction {
  switch (action.a) {
    case 'post':
      return { a: 'post', seat: action.seat, what: action.what, amount: action.amount };
    case 'street':
      return { a: 'street', street: action.street };
    case 'bet':
    case 'raise':
      return { a: action.a, seat: action.seat, to: action.to };
    default:
      return { a: action.a, seat: action.seat };
  }
}

/** The actions in the order of the text. The bet in `silent`, if any, is returned after the last action. */
function actionsAsStated(parsed: ParsedHand, { silent }: Ledger): HandAction[] {
  const actions = parsed.actions.map(
    (action): HandAction =>
      action.a === 'return' ? { a: 'return', seat: action.seat, amount: action.amount } : handAction(action),
  );
  if (silent) {
    const last = actions.findLastIndex(({ a }) => a !== 'street' && a !== 'return');
    actions.splice(last + 1, 0, { a: 'return', ...silent });
  }
  return actions;
}

/**
 * Whether the small blind is not left of the button, or the big blind not left of the small blind. Heads-up, whether
 * the small blind is not the button.
 */
function areBlindsOdd({ actions }: ParsedHand, draft: Draft): boolean {
  const { button } = draft;
  const posts = actions.filter((action) => action.a === 'post');
  const small = posts.find(({ what }) => what === 'small')?.seat;
  const big = posts.find(({ what }) => what === 'big')?.seat;
  const order = dealtOrder(draft);
  if (small === undefined || big === undefined) return false;
  if (order.length === 2) return small !== button && order.includes(button);
  return order[0] !== small || order[1] !== big;
}

/**
 * Whether a seat with enough chips posts less than the ante, or a seat posts two antes or a dead blind above the small
 * blind, or the blinds in the first line differ from those that were posted.
 */
function arePostsOdd(parsed: ParsedHand, { stakes: { ante, small, big } }: Draft): boolean {
  const posts = parsed.actions.filter((action) => action.a === 'post');
  const antes = posts.filter(({ what }) => what === 'ante');
  const each = ante && 'each' in ante ? ante.each : 0;
  const isShort = (seat: number, amount: number) =>
    amount < each && parsed.seats.some((own) => own.seat === seat && own.stack > amount);
  if (antes.some(({ seat, amount }) => isShort(seat, amount))) return true;
  if (new Set(antes.map(({ seat }) => seat)).size < antes.length) return true;
  if (small > 0 && posts.some(({ what, amount }) => what === 'dead' && amount > small)) return true;
  const { statedStakes } = parsed;
  if (statedStakes === null || (statedStakes.small === small && statedStakes.big === big)) return false;
  // The level of a tournament may rise between the first line and the deal.
  return parsed.game.kind === 'cash' || 2 * small !== big;
}
