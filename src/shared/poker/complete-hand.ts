import { contributionsOf, type DealState, playActions, startDeal } from './deal.ts';
import type { Hand, HandAction } from './hand.ts';
import { type Pot, potsOf } from './pots.ts';
import { settleDeal } from './settle.ts';

/** A hand without awards and shown cards. `actions` contains no returned bets. */
export type HandDraft = Omit<Hand, 'awards' | 'shows'>;

/**
 * Plays a hand by the rules to its end. Adds returned bets and awards. If at least two seats have not folded, also adds
 * their known cards as shown.
 * @param known - awards and shown cards to use in place of the computed ones
 * @throws RangeError for an action that is not allowed, for an unfinished hand, if rake and fees exceed the pot, and if
 * an award depends on unknown cards
 */
export function completeHand(draft: HandDraft, known: Partial<Pick<Hand, 'awards' | 'shows'>> = {}): Hand {
  const { state, actions } = playDraft(draft);
  if (state.phase !== 'over') throw new RangeError('The hand has not ended.');
  const cardsOf = (seat: number) => draft.seats.find((each) => each.seat === seat)?.cards;
  const { rake, fees, kind, unit, game, boards } = draft;
  const taken = rake + (fees?.jackpot ?? 0) + (fees?.other ?? 0);
  const pot = potsIn(state).reduce((sum, { units }) => sum + units, 0);
  if (taken > pot) throw new RangeError('Rake and fees are more than the pot.');
  // The smallest amount that is awarded, in hundredths: in a tournament, one whole chip.
  const increment = kind === 'tournament' && unit.currency === null ? 100 : 1;
  const awards = known.awards ?? settleDeal(state, game, cardsOf, boards, increment, taken);
  if (!awards) throw new RangeError('A pot depends on cards that are not known.');
  return { ...draft, actions, awards, shows: known.shows ?? showsOf(state, cardsOf) };
}

/**
 * The main pot and side pots of a hand, including rake and fees.
 * @throws RangeError for an action that is not allowed
 */
export function potsOfHand(draft: HandDraft): Pot[] {
  return potsIn(playDraft(draft).state);
}

/** The main pot and side pots, including rake and fees. */
export const potsIn = (state: DealState): Pot[] => potsOf(contributionsOf(state), state.dead);

function playDraft(draft: HandDraft): { state: DealState; actions: HandAction[] } {
  const played = playActions(startDeal(draft), draft.actions);
  if (!('violation' in played)) return played;
  const action = JSON.stringify(draft.actions[played.index]);
  throw new RangeError(`Action ${played.index + 1}, ${action}: ${played.violation}`);
}

function showsOf(state: DealState, cardsOf: (seat: number) => Hand['seats'][number]['cards']): Hand['shows'] {
  const left = state.seats.filter(({ folded }) => !folded);
  if (left.length < 2) return [];
  return left.flatMap(({ seat }) => {
    const cards = cardsOf(seat);
    return cards ? [{ seat, cards, at: 'showdown' as const }] : [];
  });
}
