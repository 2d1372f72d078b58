import { describe, expect, it } from 'vitest';
import { contributionsOf, type DealState, startDeal, stepDeal } from './deal.ts';
import { sumOfAwards, wonBy } from './hand-result.ts';
import { suitOf } from './playing-card.ts';
import { potsOf } from './pots.ts';
import { settleDeal } from './settle.ts';
import { allMoney, forEachDeal } from './testing/for-each-deal.ts';
import type { RandomTable } from './testing/random-deal.ts';

const smallestAmount = 1;
const last = (states: readonly DealState[]): DealState => {
  const state = states.at(-1);
  if (!state) throw new Error('no state');
  return state;
};

/** Settles a deal on boards of five cards from the end of the deck. */
function settle(state: DealState, { setup, deck }: RandomTable, runs = 1, rake = 0) {
  const boards = Array.from({ length: runs }, (_, run) => deck.slice(47 - 5 * run, 52 - 5 * run));
  const cardsOf = (seat: number) => setup.seats.find((each) => each.seat === seat)?.cards;
  const awards = settleDeal(state, setup.game, cardsOf, boards, smallestAmount, rake);
  if (!awards) throw new Error('not settled');
  return { awards, boards, cardsOf };
}

describe('awards of any deal', () => {
  it('awards and rake add up to the pots, and each award goes to a contender', () => {
    forEachDeal(({ states }, table) => {
      const state = last(states);
      const pots = potsOf(contributionsOf(state), state.dead);
      const inPots = pots.reduce((sum, { units }) => sum + units, 0);
      expect(inPots + state.seats.reduce((sum, { stack }) => sum + stack, 0)).toBe(allMoney(state));
      const rake = Math.floor((inPots * table.rakePercent) / 100);
      const { awards } = settle(state, table, 1, rake);
      expect(sumOfAwards(awards) + rake).toBe(inPots);
      for (const { seat, pot, amount } of awards) {
        expect(pots[pot]?.contenders).toContain(seat);
        expect(amount).toBeLessThanOrEqual(pots[pot]?.units ?? 0);
      }
    });
  });

  it('a winner gets at most the dead money and, from each seat, the amount that the winner paid in', () => {
    forEachDeal(({ states }, table) => {
      const state = last(states);
      const { awards } = settle(state, table);
      for (const { seat, total } of state.seats) {
        const reachable = state.seats.reduce((sum, other) => sum + Math.min(other.total, total), state.dead);
        expect(wonBy(awards, seat)).toBeLessThanOrEqual(reachable);
      }
    });
  });

  it('at least two seats have paid the highest amount, so no pot contains an unmatched bet', () => {
    forEachDeal(({ states }) => {
      const state = last(states);
      const [highest, second] = state.seats.map(({ total }) => total).sort((a, b) => b - a);
      expect(highest).toBe(second);
    });
  });

  it('if all players move one seat, the awards move with them', () => {
    forEachDeal(({ states, actions }, table) => {
      const nextSeat = (seat: number) => (seat % 10) + 1;
      const { setup } = table;
      const moved = {
        ...setup,
        button: nextSeat(setup.button),
        seats: setup.seats.map((seat) => ({ ...seat, seat: nextSeat(seat.seat) })),
      };
      const end = actions.reduce((state: DealState, action) => {
        const next = stepDeal(state, 'seat' in action ? { ...action, seat: nextSeat(action.seat) } : action);
        if ('violation' in next) throw new Error(next.violation);
        return next;
      }, startDeal(moved));
      const { awards } = settle(last(states), table);
      expect(settle(end, { ...table, setup: moved }).awards).toEqual(
        awards.map((award) => ({ ...award, seat: nextSeat(award.seat) })),
      );
    });
  });

  it('awards do not change if suits are exchanged', () => {
    forEachDeal(({ states }, table) => {
      const change = (card: number) => card - suitOf(card) + ((suitOf(card) + 1) % 4);
      const { setup } = table;
      const changed = {
        ...table,
        deck: table.deck.map(change),
        setup: {
          ...setup,
          seats: setup.seats.map((seat) => ({ ...seat, cards: seat.cards?.map(change) ?? [] })),
        },
      };
      expect(settle(last(states), changed).awards).toEqual(settle(last(states), table).awards);
    });
  });

  it('if a hand is run twice, a seat wins the mean of what it would win on each board alone, give or take one unit for each pot', () => {
    forEachDeal(({ states }, table) => {
      const state = last(states);
      const { awards, boards, cardsOf } = settle(state, table, 2);
      const singles = boards.map(
        (board) => settleDeal(state, table.setup.game, cardsOf, [board], smallestAmount) ?? [],
      );
      const pots = potsOf(contributionsOf(state), state.dead).length;
      for (const { seat } of state.seats) {
        const mean = singles.reduce((sum, single) => sum + wonBy(single, seat), 0) / 2;
        expect(Math.abs(wonBy(awards, seat) - mean)).toBeLessThanOrEqual(pots);
      }
    });
  });

  it('awards do not change if a seat that wins nothing folds instead of making the last check on the river', () => {
    forEachDeal(({ states, actions }, table) => {
      const { awards } = settle(last(states), table);
      const checks = actions.flatMap((action, index) => (action.a === 'check' ? [index] : []));
      const index = checks.at(-1);
      const action = actions[index ?? -1];
      const before = states[index ?? -1];
      if (index !== actions.length - 1 || action?.a !== 'check' || before?.street !== 'river') return;
      if (wonBy(awards, action.seat) > 0) return;
      const folded = stepDeal(before, { a: 'fold', seat: action.seat });
      if ('violation' in folded) throw new Error(folded.violation);
      const after = settle(folded, table).awards;
      for (const { seat } of before.seats) expect(wonBy(after, seat)).toBe(wonBy(awards, seat));
    });
  });
});
