import fc from 'fast-check';
import { completeHand, type HandDraft } from '../complete-hand.ts';
import { type DealState, legalActions, startDeal, stepOrThrow } from '../deal.ts';
import { forcedPosts } from '../forced-posts.ts';
import type { Hand, HandAction } from '../hand.ts';
import { fullDeck, type PlayingCard } from '../playing-card.ts';
import { seatOrder } from '../positions.ts';

/** A table, a shuffled deck, and numbers (`choices`) that select an action for each decision. */
export type RandomTable = {
  setup: Pick<Hand, 'game' | 'kind' | 'unit' | 'stakes' | 'maxSeats' | 'button' | 'seats'>;
  straddles: number;
  deck: readonly PlayingCard[];
  choices: readonly number[];
  /** Share of the pot that is taken, in percent. */
  rakePercent: number;
};

const seatNumbers = Array.from({ length: 10 }, (_, index) => index + 1);

/** 2 to 10 seats with up to 400 big blinds, antes of every kind, and up to two straddles. */
export const randomTable: fc.Arbitrary<RandomTable> = fc
  .record({
    game: fc.constantFrom<Hand['game']>('nlhe', 'nlhe', 'plo'),
    isTournament: fc.boolean(),
    numbers: fc.subarray(seatNumbers, { minLength: 2 }),
    buttonPick: fc.nat({ max: 9 }),
    big: fc.integer({ min: 2, max: 50 }),
    stacks: fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 4_000 })), {
      minLength: 10,
      maxLength: 10,
    }),
    anteKind: fc.constantFrom('none', 'none', 'each', 'bigBlindPays', 'button'),
    anteShare: fc.integer({ min: 1, max: 10 }),
    straddles: fc.constantFrom(0, 0, 0, 1, 2),
    deck: fc.shuffledSubarray([...fullDeck], { minLength: 52, maxLength: 52 }),
    choices: fc.array(fc.nat({ max: 999 }), { maxLength: 60 }),
    rakePercent: fc.integer({ min: 0, max: 10 }),
  })
  .map(({ numbers, big: bigUnits, ...drawn }) => {
    // Amounts are in hundredths; tournament chips are whole, so their amounts are multiples of 100.
    const increment = drawn.isTournament ? 100 : 1;
    const big = bigUnits * increment;
    const small = Math.floor(bigUnits / 2) * increment;
    const anteAmount = Math.ceil((bigUnits * drawn.anteShare) / 10) * increment;
    const perSeat = drawn.game === 'plo' ? 4 : 2;
    const seats = numbers.map((seat, index) => ({
      seat,
      // `drawn.stacks` are in tenths of a big blind.
      stack: Math.max(1, Math.floor(((drawn.stacks[index] ?? 1) * bigUnits) / 10)) * increment,
      cards: drawn.deck.slice(index * perSeat, (index + 1) * perSeat),
    }));
    const button =
      seats.length === 2 ? (numbers[drawn.buttonPick % 2] ?? 1) : (seatNumbers[drawn.buttonPick] ?? 1);
    return {
      setup: {
        game: drawn.game,
        kind: drawn.isTournament ? ('tournament' as const) : ('cash' as const),
        unit: { currency: drawn.isTournament ? null : 'USD' },
        stakes: { small, big, ...anteOf(drawn.anteKind, anteAmount) },
        maxSeats: 10,
        button,
        seats,
      },
      straddles: drawn.straddles,
      deck: drawn.deck,
      choices: drawn.choices,
      rakePercent: drawn.isTournament ? 0 : drawn.rakePercent,
    };
  });

function anteOf(kind: string, amount: number): { ante?: Hand['stakes']['ante'] } {
  if (kind === 'each') return { ante: { each: amount } };
  if (kind === 'bigBlindPays') return { ante: { bigBlindPays: amount } };
  return kind === 'button' ? { ante: { button: amount } } : {};
}

/** Every action of a deal, and the state before the first and after each action. */
export type PlayedDeal = { states: DealState[]; actions: HandAction[] };

/** Plays one hand at the table to its end. Each number of `choices` selects one allowed action. */
export function playRandomDeal({ setup, straddles, choices }: RandomTable): PlayedDeal {
  const first = startDeal(setup);
  const played: PlayedDeal = { states: [first], actions: [] };
  let state = first;
  const step = (action: HandAction) => {
    state = stepOrThrow(state, action);
    played.actions.push(action);
    played.states.push(state);
  };
  for (const post of forcedPosts(setup)) step(post);
  for (const action of straddlePosts(state, setup, straddles)) step(action);
  const streets = ['flop', 'turn', 'river'] as const;
  let dealt = 0;
  let decided = 0;
  while (state.phase !== 'over') {
    const legal = legalActions(state);
    if (legal) step(pickAction(state, setup.kind === 'tournament' ? 100 : 1, choices[decided++]));
    else step({ a: 'street', street: streets[dealt++] ?? 'river' });
  }
  return played;
}

function straddlePosts(state: DealState, setup: RandomTable['setup'], count: number): HandAction[] {
  const order = seatOrder(
    setup.seats.map(({ seat }) => seat),
    setup.button,
  );
  return Array.from({ length: Math.min(count, order.length - 2) }, (_, index) => {
    const own = state.seats[index + 2];
    const amount = setup.stakes.big * 2 ** (index + 1);
    return own && own.stack >= amount
      ? [{ a: 'post' as const, seat: own.seat, what: 'straddle' as const, amount }]
      : [];
  }).flat();
}

/**
 * The allowed action that `choice` selects; without a `choice`, a check or a call.
 * @param increment - the smallest unit of a bet
 */
function pickAction(state: DealState, increment: number, choice = 500): HandAction {
  const legal = legalActions(state);
  if (!legal) throw new Error('no seat is to act');
  const { seat, call, raise } = legal;
  if (choice < 250) return { a: 'fold', seat };
  if (choice < 650 || !raise) return { a: call > 0 ? 'call' : 'check', seat };
  const [least, most] = raise;
  // Often the smallest raise, sometimes all-in.
  const part = choice < 800 ? 0 : (choice - 800) / 150;
  const to = Math.min(most, least + Math.floor(((most - least) * part) / increment) * increment);
  return { a: state.bet > 0 ? 'raise' : 'bet', seat, to };
}

/** A finished hand, played by the rules. Its board consists of the last cards of the deck. */
export function randomHandOf(table: RandomTable): Hand {
  const { actions } = playRandomDeal(table);
  const streets = actions.filter(({ a }) => a === 'street').length;
  const board = table.deck.slice(-5).slice(0, streets === 0 ? 0 : streets + 2);
  const pot = completeHand(draftOf(table, actions, board, 0)).awards.reduce(
    (sum, { amount }) => sum + amount,
    0,
  );
  return completeHand(draftOf(table, actions, board, Math.floor((pot * table.rakePercent) / 100)));
}

function draftOf(
  { setup }: RandomTable,
  actions: HandAction[],
  board: PlayingCard[],
  rake: number,
): HandDraft {
  return {
    v: 1,
    ...setup,
    hero: setup.seats[0]?.seat ?? null,
    actions,
    boards: board.length > 0 ? [board] : [],
    rake,
    source: 'academy',
  };
}
