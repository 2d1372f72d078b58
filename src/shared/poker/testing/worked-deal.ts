import { playNotation } from '../build-hand.ts';
import { completeHand } from '../complete-hand.ts';
import { contributionsOf, legalActions } from '../deal.ts';
import { positionsOf } from '../positions.ts';
import { potsOf } from '../pots.ts';

/** A short description of a deal. Amounts are in dollars or chips, as in the notation of `buildHand`. */
export type WorkedDeal = {
  /** Such as `nlhe cash USD 50/100` or `50/100, ante 10`. */
  stakes: string;
  /** The seats clockwise, from the one after the button; the button is last: `SB 1000, BB 1000, BTN 250 AsAd`. */
  seats: string;
  /** Lines in the notation of `buildHand`, such as `preflop f c`. */
  play: string[];
};

function notationOf({ stakes, seats, play }: WorkedDeal): string {
  const list = seats.split(', ').map((seat, index) => `${index + 1} ${seat}`);
  const [amounts = '', ...more] = stakes.split(', ');
  const game = amounts.includes(' ') ? amounts : `nlhe cash USD ${amounts}`;
  return [[game, '10-max', `button ${list.length}`, ...more].join(', '), ...list, ...play].join('\n');
}

function namesOf({ seats }: WorkedDeal): Map<number, string> {
  const numbers = seats.split(', ').map((_, index) => index + 1);
  return positionsOf(numbers, numbers.length);
}

/** Such as `UTG: call 150` or `BB: check, raise 200-1000`; `no decision` if no seat has a decision. */
export function decisionAfter(deal: WorkedDeal): string {
  const legal = legalActions(playNotation(notationOf(deal)).state);
  if (!legal) return 'no decision';
  const { seat, call, raise } = legal;
  const passive = call > 0 ? `call ${call / 100}` : 'check';
  const active = raise ? `, raise ${raise[0] / 100}-${raise[1] / 100}` : '';
  return `${namesOf(deal).get(seat)}: ${passive}${active}`;
}

/** Such as `400 SB BB CO BTN`, the main pot first. */
export function potsAfter(deal: WorkedDeal): string[] {
  const names = namesOf(deal);
  const { state } = playNotation(notationOf(deal));
  return potsOf(contributionsOf(state), state.dead).map(
    ({ units, contenders }) => `${units / 100} ${contenders.map((seat) => names.get(seat)).join(' ')}`,
  );
}

/** Returned bets and awards: `BTN gets back 400`, `SB wins 400`, `CO wins 111.59 of run 1`. */
export function outcomeOf(deal: WorkedDeal): string[] {
  const names = namesOf(deal);
  const { actions, awards } = completeHand(playNotation(notationOf(deal)).draft);
  return [
    ...actions.flatMap((action) =>
      action.a === 'return' ? [`${names.get(action.seat)} gets back ${action.amount / 100}`] : [],
    ),
    ...awards.map(
      ({ seat, amount, run }) => `${names.get(seat)} wins ${amount / 100}${run ? ` of run ${run}` : ''}`,
    ),
  ];
}
