import { type AmountUnit, amountText } from '../../../../shared/poker/amount-text.ts';
import { openDecision } from '../../../../shared/poker/deal.ts';
import type { Hand, HandAction } from '../../../../shared/poker/hand.ts';
import { moneyIn, tableStates } from '../../../../shared/poker/table-states.ts';

/** What the hero may do at the end of a hand that is hidden from there on. */
export type GuessOption = { kind: 'fold' | 'check' | 'call' | 'bet' | 'raise'; to?: number; label: string };

/**
 * The choices at the open decision: fold, check or call, and up to three sizes. Sizes are a third, two thirds and all of
 * the pot after the call, or all-in, as far as the rules allow them.
 * @returns an empty list where the hand breaks the rules before, as some sites' hands do
 */
export function guessOptions(hand: Hand, unit: AmountUnit): GuessOption[] {
  const legal = openDecision(hand);
  const state = tableStates(hand).at(-1);
  if (!legal || !state) return [];
  const own = state.seats.find(({ seat }) => seat === legal.seat);
  const amount = (units: number) => amountText(units, hand, unit);
  const passive: GuessOption[] =
    legal.call > 0
      ? [
          { kind: 'fold', label: 'Fold' },
          { kind: 'call', label: `Call ${amount(legal.call)}` },
        ]
      : [{ kind: 'check', label: 'Check' }];
  if (!legal.raise || !own) return passive;
  const [least, most] = legal.raise;
  const kind = state.bet > 0 ? 'raise' : 'bet';
  const pot = moneyIn(state) + legal.call;
  const sizes = [1 / 3, 2 / 3, 1].map((share) => {
    const to = own.bet + legal.call + Math.round(pot * share);
    return Math.min(Math.max(to, least), most);
  });
  const offered = [...new Set([...sizes, ...(most - own.bet <= 2 * pot ? [most] : [])])].slice(0, 4);
  return [
    ...passive,
    ...offered.map((to): GuessOption => {
      const isAllIn = to === own.bet + own.stack;
      const size = amount(to);
      const verb = kind === 'bet' ? 'Bet' : 'Raise to';
      return { kind, to, label: isAllIn ? `All-in, ${size}` : `${verb} ${size}` };
    }),
  ];
}

/** Whether a choice is what was done: the same action, and a size within a quarter of the pot. */
export function isSameDecision(option: GuessOption, action: HandAction, pot: number): boolean {
  if (action.a === 'street' || action.a === 'post' || action.a === 'return') return false;
  if (action.a !== option.kind) return false;
  return !('to' in action) || option.to === undefined || Math.abs(action.to - option.to) <= pot / 4;
}
