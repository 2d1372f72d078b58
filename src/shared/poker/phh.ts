import { completeHand } from './complete-hand.ts';
import { isDecision } from './deal.ts';
import { forcedPosts } from './forced-posts.ts';
import type { Hand, HandAction, PokerGame, PostAction } from './hand.ts';
import { wonBy } from './hand-result.ts';
import { holeCardCount } from './hole-cards.ts';
import { cardText, type PlayingCard } from './playing-card.ts';
import { dealtOrder } from './positions.ts';
import { streetCards } from './table-states.ts';
import { type TomlValue, writeToml } from './toml.ts';

/** Codes of games in the poker hand history format. */
export const phhGames: readonly { game: PokerGame; variant: string }[] = [
  { game: 'nlhe', variant: 'NT' },
  { game: 'plo', variant: 'PO' },
];

/**
 * Writes a finished hand of no-limit hold'em or pot-limit Omaha in the poker hand history (PHH) format. Fields that
 * begin with an underscore are not part of the format. Seats that sit out, bounties, cash-outs and the source are left
 * out.
 * @throws RangeError for another game
 */
export function writePhh(hand: Hand): string {
  const known = phhGames.find(({ game }) => game === hand.game);
  if (!known) throw new RangeError(`No PHH for this game: ${hand.game}`);
  // The format numbers its players in this order.
  const order = dealtOrder(hand);
  const forced = forcedAmounts(hand, order);
  const fields: [string, TomlValue | undefined][] = [
    ['variant', known.variant],
    ['ante_trimming_status', hand.stakes.ante && 'each' in hand.stakes.ante ? true : undefined],
    ['antes', forced.antes],
    ['blinds_or_straddles', forced.blinds],
    ['min_bet', hand.stakes.big / 100],
    ['starting_stacks', order.map((seat) => (seatOf(hand, seat)?.stack ?? 0) / 100)],
    ['actions', phhActions(hand, order)],
    ['seats', order],
    ['seat_count', hand.maxSeats],
    ['winnings', order.map((seat) => wonBy(hand.awards, seat) / 100)],
    ['currency', hand.unit.currency ?? undefined],
    ...dateFields(hand.playedOn),
    ['_kind', hand.kind],
    ['_hero', hand.hero ?? undefined],
    ['_button', hand.button],
    ['_small_blind', hand.stakes.small / 100],
    ['_ante', anteText(hand)],
    ['_level', hand.stakes.level],
    ['_rake', hand.rake / 100],
    ['_jackpot_fee', amountField(hand.fees?.jackpot)],
    ['_other_fee', amountField(hand.fees?.other)],
    ['_posts', unusualPosts(hand, order)],
    ['_boards', hand.boards.length > 1 ? hand.boards.map(cardsText) : undefined],
    ['_awards', unusualAwards(hand)],
  ];
  return writeToml(fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

const seatOf = (hand: Hand, seat: number) => hand.seats.find((each) => each.seat === seat);
const amountField = (units: number | undefined) => (units === undefined ? undefined : units / 100);
const cardsText = (cards: readonly (PlayingCard | null)[]) =>
  cards.map((card) => (card === null ? '??' : cardText(card))).join('');

/**
 * What each player must post, in full even if the stack is shorter. Heads-up, the format lists antes and blinds in
 * reverse order.
 */
function forcedAmounts(hand: Hand, order: readonly number[]): { antes: number[]; blinds: number[] } {
  const isAnte = ({ what }: PostAction) => what === 'ante' || what === 'dead';
  const amounts = (isWanted: (post: PostAction) => boolean) =>
    order.map((seat) => {
      const posts = postsOf(hand).filter((post) => post.seat === seat && isWanted(post));
      return posts.reduce((sum, post) => sum + wholePost(hand.stakes, post), 0) / 100;
    });
  const antes = amounts(isAnte);
  const blinds = amounts((post) => !isAnte(post));
  return order.length === 2 ? { antes: antes.reverse(), blinds: blinds.reverse() } : { antes, blinds };
}

/** The amount that the stakes require for a post, even if a short stack posted less. */
function wholePost({ small, big, ante }: Hand['stakes'], { what, amount }: PostAction): number {
  if (what === 'small') return small;
  if (what === 'big') return big;
  return what === 'ante' && ante ? (Object.values(ante)[0] ?? amount) : amount;
}

/**
 * The ante of the stakes, such as `bigBlindPays 1`. If the stakes have no ante, but a player posted an ante or a dead
 * blind, `none`: the field `antes` contains this post, and a program could take it for an ante of the stakes.
 */
function anteText(hand: Hand): string | undefined {
  const [kind, units = 0] = Object.entries(hand.stakes.ante ?? {})[0] ?? [];
  if (kind !== undefined) return `${kind} ${units / 100}`;
  return postsOf(hand).some(({ what }) => what === 'dead' || what === 'ante') ? 'none' : undefined;
}

const postsOf = (hand: Hand) => hand.actions.filter((action) => action.a === 'post');

/** All posts; undefined if they are those that the stakes require. */
function unusualPosts(hand: Hand, order: readonly number[]): string[] | undefined {
  const posts = postsOf(hand);
  if (JSON.stringify(posts) === JSON.stringify(forcedPosts(hand))) return undefined;
  return posts.map(({ seat, what, amount }) => `p${order.indexOf(seat) + 1} ${what} ${amount / 100}`);
}

/** All awards; undefined if they follow from the rules and the cards. */
function unusualAwards(hand: Hand): string[] | undefined {
  const { awards, shows: _, ...draft } = hand;
  const actions = hand.actions.filter(({ a }) => a !== 'return');
  try {
    const byRules = completeHand({ ...draft, actions }).awards;
    if (JSON.stringify(byRules) === JSON.stringify(awards)) return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return awards.map(({ seat, pot, run = 0, amount }) => `${seat} ${pot} ${run} ${amount / 100}`);
}

function dateFields(playedOn: string | undefined): [string, number][] {
  const [year, month, day] = playedOn?.split('-').map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [];
  return [
    ['year', year],
    ['month', month],
    ['day', day],
  ];
}

function phhActions(hand: Hand, order: readonly number[]): string[] {
  const player = (seat: number) => `p${order.indexOf(seat) + 1}`;
  const deals = order.map((seat) => {
    const cards = seatOf(hand, seat)?.cards;
    return `d dh ${player(seat)} ${cards ? cardsText(cards) : '??'.repeat(holeCardCount(hand.game))}`;
  });
  const shows = hand.shows.map(({ seat, cards, mucked }) =>
    mucked ? `${player(seat)} sm` : `${player(seat)} sm ${cardsText(cards)}`,
  );
  // All-in players show their hands before the rest of the board is dealt.
  const decided = hand.actions.findLastIndex(isDecision) + 1;
  const written = (actions: readonly HandAction[]) =>
    actions.flatMap((action) => phhAction(hand, action, player) ?? []);
  return [
    ...deals,
    ...written(hand.actions.slice(0, decided)),
    ...shows,
    ...written(hand.actions.slice(decided)),
  ];
}

function phhAction(hand: Hand, action: HandAction, player: (seat: number) => string): string | undefined {
  switch (action.a) {
    case 'street':
      // Only the first run; `_boards` has all of them.
      return `d db ${cardsText(streetCards(hand.boards[0] ?? [], action.street))}`;
    case 'fold':
      return `${player(action.seat)} f`;
    case 'check':
    case 'call':
      return `${player(action.seat)} cc`;
    case 'bet':
    case 'raise':
      return `${player(action.seat)} cbr ${action.to / 100}`;
    default:
      return undefined;
  }
}
