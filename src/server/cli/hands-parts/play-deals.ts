import { z } from 'zod';
import { type DealState, legalActions, startDeal, stepOrThrow } from '../../../shared/poker/deal.ts';
import type { HandAction } from '../../../shared/poker/hand.ts';
import { wonBy } from '../../../shared/poker/hand-result.ts';
import { parseCards } from '../../../shared/poker/playing-card.ts';
import { settleDeal } from '../../../shared/poker/settle.ts';

const cards = z.string().transform((text, context) => {
  const parsed = parseCards(text);
  if (parsed) return parsed;
  context.addIssue({ code: 'custom', message: 'must be cards such as AhKd' });
  return z.NEVER;
});
const amount = z.int().min(0);
const ante = z.union([amount.transform((each) => ({ amount: each })), z.object({ amount })]).nullable();

/**
 * Seats are numbered from 0. The last seat is the button. With two seats, the button posts the small blind; otherwise,
 * seat 0 does. Seat 2 posts the straddle. An action is `[seat, 'fold' | 'checkOrCall' | 'to', amount, …]`, or
 * `['street', cards]` for the next street. Only `to` uses the amount, which is the player's total bet on the street.
 * The cards of a street are ignored, because `board` has them.
 */
const dealSchema = z.object({
  seats: z.int().min(2).max(10),
  small: amount,
  big: amount,
  straddle: amount.default(0),
  ante: ante.default(null),
  stacks: z.array(amount),
  hole: z.array(cards),
  actions: z.array(
    z.union([
      z.tuple([z.literal('street'), z.string()]),
      z.tuple([z.int(), z.enum(['fold', 'checkOrCall', 'to']), amount.nullable()], z.unknown()),
    ]),
  ),
  board: z.union([cards, z.array(z.string()).transform((list) => parseCards(list.join('')) ?? [])]),
});
type Deal = z.infer<typeof dealSchema>;

export type PlayedDeal = {
  index: number;
  /** Stacks after the pots are awarded. */
  final: number[];
  /** The legal actions before each decision. */
  legal: { call: number; raise: readonly [number, number] | null }[];
};

/**
 * Plays deals by the rules of no-limit hold'em, to compare the results with those of other programs.
 * @throws ZodError for invalid input; Error for an action that the rules forbid, for a straddle with two seats, or if a
 * missing card decides who wins
 */
export function playDeals(input: unknown): PlayedDeal[] {
  return z
    .object({ deals: z.array(dealSchema) })
    .parse(input)
    .deals.map((deal, index) => ({ index, ...playDeal(deal) }));
}

const streets = ['flop', 'turn', 'river'] as const;

function playDeal(deal: Deal): Omit<PlayedDeal, 'index'> {
  const { seats, small, big, straddle, stacks, hole } = deal;
  let state = startDeal(
    {
      game: 'nlhe',
      stakes: { small, big, ...(deal.ante && { ante: { each: deal.ante.amount } }) },
      button: seats,
      seats: stacks.map((stack, index) => ({ seat: index + 1, stack })),
    },
    // If the big blind was posted short, a call costs only the posted amount, as in the programs with which the results
    // are compared.
    { callsWholeBlind: false },
  );
  const step = (action: HandAction) => {
    state = stepOrThrow(state, action);
  };
  const post = (seat: number, what: 'small' | 'big' | 'straddle' | 'ante', wanted: number) =>
    step({ a: 'post', seat, what, amount: Math.min(wanted, stackOf(state, seat)) });
  if (deal.ante) for (let seat = 1; seat <= seats; seat += 1) post(seat, 'ante', deal.ante.amount);
  post(seats === 2 ? 2 : 1, 'small', small);
  post(seats === 2 ? 1 : 2, 'big', big);
  if (straddle > 0) {
    if (seats === 2) throw new Error('a straddle requires a third seat');
    post(3, 'straddle', straddle);
  }

  const legal: PlayedDeal['legal'] = [];
  let dealt = 0;
  const nextStreet = () => step({ a: 'street', street: streets[dealt++] ?? 'river' });
  for (const action of deal.actions) {
    if (action[0] === 'street') {
      nextStreet();
      continue;
    }
    const allowed = legalActions(state);
    if (!allowed) throw new Error('an action after the end of the betting');
    legal.push({ call: allowed.call, raise: allowed.raise });
    step(actionOf(state, action[0] + 1, action[1], action[2] ?? 0, allowed.call));
  }
  while (state.phase === 'dealing' || state.phase === 'posting') nextStreet();
  const awards = settleDeal(state, 'nlhe', (seat) => hole[seat - 1], [deal.board], 1);
  if (!awards) throw new Error('the pots cannot be awarded: a card is missing');
  const final = stacks.map((_, index) => stackOf(state, index + 1) + wonBy(awards, index + 1));
  return { final, legal };
}

function actionOf(
  { bet, phase }: DealState,
  seat: number,
  what: 'fold' | 'checkOrCall' | 'to',
  to: number,
  call: number,
): HandAction {
  if (what === 'fold') return { a: 'fold', seat };
  if (what === 'checkOrCall') return { a: call > 0 ? 'call' : 'check', seat };
  return { a: bet > 0 || phase === 'posting' ? 'raise' : 'bet', seat, to };
}

function stackOf(state: DealState, seat: number): number {
  return state.seats.find((each) => each.seat === seat)?.stack ?? 0;
}
