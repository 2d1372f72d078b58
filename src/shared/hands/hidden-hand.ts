import type { StreetName } from '../poker/deal.ts';
import type { Hand } from '../poker/hand.ts';
import { neutralFactor } from '../poker/neutral-unit.ts';
import { boardSize } from '../poker/table-states.ts';

/**
 * The hand as the hero knew it before an action. This action, later actions and board cards, opponents' cards and the
 * result are removed. Until the user has decided, the server sends only this hand.
 * @param firstHidden - the index of the first action that is removed
 */
export function hideFrom(hand: Hand, firstHidden: number): Hand {
  const actions = hand.actions.slice(0, firstHidden);
  const { cashOuts: _, ...rest } = hand;
  return {
    ...rest,
    actions,
    seats: hand.seats.map(({ cards, ...seat }) =>
      seat.seat === hand.hero && cards ? { ...seat, cards } : seat,
    ),
    boards: hand.boards.slice(0, 1).map((board) => board.slice(0, boardSize(streetOf(actions)))),
    rake: 0,
    fees: {},
    awards: [],
    shows: [],
  };
}

export function streetAt(hand: Hand, action: number): StreetName {
  return streetOf(hand.actions.slice(0, action));
}

function streetOf(actions: Hand['actions']): StreetName {
  const last = actions.findLast((action) => action.a === 'street');
  return last?.a === 'street' ? last.street : 'preflop';
}

/**
 * The hand in a unit that does not reveal its stakes. All amounts are multiplied by the same factor. The day, the
 * level, bounties and the site are removed.
 */
export function withoutStakes(hand: Hand): Hand {
  const { big, small, ante } = hand.stakes;
  const factor = neutralFactor(big);
  const exact = (units: number) => units * factor;
  const { playedOn: _, cashOuts, fees, ...rest } = hand;
  const scaledAnte = (): Hand['stakes']['ante'] => {
    if (ante === undefined) return undefined;
    if ('each' in ante) return { each: exact(ante.each) };
    return 'button' in ante ? { button: exact(ante.button) } : { bigBlindPays: exact(ante.bigBlindPays) };
  };
  const antes = scaledAnte();
  return {
    ...rest,
    unit: { currency: null },
    stakes: { small: exact(small), big: exact(big), ...(antes && { ante: antes }) },
    seats: hand.seats.map(({ bounty: _bounty, ...seat }) => ({ ...seat, stack: exact(seat.stack) })),
    actions: hand.actions.map((action) => {
      if (action.a === 'bet' || action.a === 'raise') return { ...action, to: exact(action.to) };
      return 'amount' in action ? { ...action, amount: exact(action.amount) } : action;
    }),
    rake: exact(hand.rake),
    ...(fees && {
      fees: {
        ...(fees.jackpot !== undefined && { jackpot: exact(fees.jackpot) }),
        ...(fees.other !== undefined && { other: exact(fees.other) }),
      },
    }),
    awards: hand.awards.map((award) => ({ ...award, amount: exact(award.amount) })),
    ...(cashOuts && {
      cashOuts: cashOuts.map((out) => ({ ...out, amount: exact(out.amount), fee: exact(out.fee) })),
    }),
    source: 'builder',
  };
}
