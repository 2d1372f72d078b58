import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contributionsOf, type DealState, legalActions, startDeal, stepDeal } from './deal.ts';
import type { Award, HandAction } from './hand.ts';
import { suitOf } from './playing-card.ts';
import { potsOf } from './pots.ts';
import { settleDeal } from './settle.ts';
import { type PlayedDeal, playRandomDeal, type RandomTable, randomTable } from './testing/random-deal.ts';

/** Deals are quicker than the stories that `MODEL_RUNS` counts. */
const runs = Math.round(2.5 * Number(process.env.MODEL_RUNS ?? 60));

const forEachDeal = (prove: (played: PlayedDeal, table: RandomTable) => void) =>
  fc.assert(
    fc.property(randomTable, (table) => prove(playRandomDeal(table), table)),
    { numRuns: runs },
  );

const allMoney = ({ seats, dead }: DealState) =>
  seats.reduce((sum, { stack, total }) => sum + stack + total, dead);
const sumOf = (awards: readonly Award[]) => awards.reduce((sum, { amount }) => sum + amount, 0);
const wonBy = (awards: readonly Award[], seat: number) =>
  sumOf(awards.filter((award) => award.seat === seat));
const last = (states: readonly DealState[]): DealState => {
  const state = states.at(-1);
  if (!state) throw new Error('no state');
  return state;
};

/** Everything that may be done, with the least, the most and a middle raise. */
function allowedIn(state: DealState): HandAction[] {
  const legal = legalActions(state);
  if (!legal) return [];
  const { seat, call, raise } = legal;
  const sizes = raise ? [raise[0], Math.floor((raise[0] + raise[1]) / 2), raise[1]] : [];
  return [
    { a: 'fold', seat },
    { a: call > 0 ? 'call' : 'check', seat },
    ...sizes.map((to): HandAction => ({ a: state.bet > 0 ? 'raise' : 'bet', seat, to })),
  ];
}

/** Actions beside the allowed ones. */
function forbiddenIn(state: DealState): HandAction[] {
  const legal = legalActions(state);
  const others = state.seats.filter(({ seat }) => seat !== legal?.seat);
  const outOfTurn = others.flatMap(({ seat }): HandAction[] => [
    { a: 'fold', seat },
    { a: 'check', seat },
    { a: 'call', seat },
  ]);
  const unknown: HandAction = { a: 'fold', seat: 11 };
  const late: HandAction[] =
    state.phase === 'posting'
      ? []
      : [{ a: 'post', seat: state.seats[0]?.seat ?? 1, what: 'ante', amount: 0 }];
  if (!legal) return [...outOfTurn, unknown, ...late];
  const { seat, call, raise } = legal;
  const [right, wrong] = state.bet > 0 ? (['raise', 'bet'] as const) : (['bet', 'raise'] as const);
  const least = raise?.[0] ?? state.bet + 1;
  const most = raise?.[1] ?? state.bet + 1;
  return [
    ...outOfTurn,
    unknown,
    ...late,
    { a: call > 0 ? 'check' : 'call', seat },
    { a: wrong, seat, to: most },
    { a: right, seat, to: most + 1 },
    { a: right, seat, to: least - 1 },
    ...(raise ? [] : [{ a: right, seat, to: most }]),
    { a: 'street', street: 'flop' },
    { a: 'street', street: 'turn' },
    { a: 'street', street: 'river' },
  ];
}

describe('at every step of any deal', () => {
  it('no unit of money appears or is lost, and nobody pays more than the whole stack', () => {
    forEachDeal(({ states }, { setup }) => {
      const stacks = new Map(setup.seats.map(({ seat, stack }) => [seat, stack]));
      const all = allMoney(startDeal(setup));
      const wrong = states.filter(
        (state) =>
          allMoney(state) !== all ||
          state.seats.some(
            ({ seat, stack, street, total }) =>
              stack < 0 || street < 0 || stack + total > (stacks.get(seat) ?? 0),
          ),
      );
      expect(wrong).toEqual([]);
    });
  });

  it('what is allowed is taken, and everything else is refused by name', () => {
    forEachDeal(({ states, actions }) => {
      for (const [index, state] of states.entries()) {
        // Until the last blind is posted the bet is not known.
        if (actions[index]?.a === 'post') continue;
        // Blinds may put everybody all-in.
        if (state.phase !== 'posting') expect(legalActions(state) !== null).toBe(state.phase === 'betting');
        const refused = allowedIn(state).filter((action) => 'violation' in stepDeal(state, action));
        expect(refused).toEqual([]);
        if (state.phase === 'dealing') continue;
        const taken = forbiddenIn(state).filter((action) => !('violation' in stepDeal(state, action)));
        expect(taken).toEqual([]);
      }
    });
  });

  it('an all-in below a full raise reopens nothing for those who have acted', () => {
    forEachDeal(({ states, actions }) => {
      // By seat, how much the bet has grown since its last action on this street.
      let grown = new Map<number, number>();
      let fullRaise = 0;
      actions.forEach((action, index) => {
        const [before, after] = [states[index], states[index + 1]];
        if (!before || !after) return;
        if (action.a === 'post') {
          fullRaise = after.fullRaise;
          return;
        }
        if (action.a === 'street' || action.a === 'return') {
          grown = new Map();
          fullRaise = after.big;
          return;
        }
        const since = grown.get(action.seat);
        const isOpen = since === undefined || since >= fullRaise;
        const own = before.seats.find(({ seat }) => seat === action.seat);
        const canRaise = own !== undefined && own.street + own.stack > before.bet;
        const canBeMatched = before.seats.some(
          ({ seat, folded, street, stack }) => seat !== action.seat && !folded && street + stack > before.bet,
        );
        expect(legalActions(before)?.raise !== null).toBe(isOpen && canRaise && canBeMatched);
        if (action.a === 'bet' || action.a === 'raise') {
          const more = action.to - before.bet;
          for (const [seat, sum] of grown) grown.set(seat, sum + more);
          fullRaise = Math.max(fullRaise, more);
        }
        grown.set(action.seat, 0);
      });
    });
  });
});

it('every deal ends', () => {
  forEachDeal(({ actions }, { setup }) => {
    const largest = Math.max(...setup.seats.map(({ stack }) => stack));
    const decisions = actions.filter(({ a }) => a !== 'post' && a !== 'street').length;
    expect(decisions).toBeLessThanOrEqual(4 * setup.seats.length * (largest / setup.stakes.big + 2));
  });
});

/** Awards of a deal by its cards, on boards of five cards from the end of the deck. */
function settle(state: DealState, { setup, deck }: RandomTable, runs = 1, rake = 0, grain = 1) {
  const boards = Array.from({ length: runs }, (_, run) => deck.slice(47 - 5 * run, 52 - 5 * run));
  const cardsOf = (seat: number) => setup.seats.find((each) => each.seat === seat)?.cards;
  const awards = settleDeal(state, setup.game, cardsOf, boards, grain, rake);
  if (!awards) throw new Error('not settled');
  return { awards, boards, cardsOf };
}

describe('the awards of any deal', () => {
  it('and the rake are what is in the pots, and each goes to a contender', () => {
    forEachDeal(({ states }, table) => {
      const state = last(states);
      const pots = potsOf(contributionsOf(state), state.dead);
      const inPots = pots.reduce((sum, { units }) => sum + units, 0);
      expect(inPots + state.seats.reduce((sum, { stack }) => sum + stack, 0)).toBe(allMoney(state));
      const rake = Math.floor((inPots * table.rakePercent) / 100);
      const { awards } = settle(state, table, 1, rake);
      expect(sumOf(awards) + rake).toBe(inPots);
      for (const { seat, pot, amount } of awards) {
        expect(pots[pot]?.contenders).toContain(seat);
        expect(amount).toBeLessThanOrEqual(pots[pot]?.units ?? 0);
      }
    });
  });

  it('take from each other seat at most what the winner had in', () => {
    forEachDeal(({ states }, table) => {
      const state = last(states);
      const { awards } = settle(state, table);
      for (const { seat, total } of state.seats) {
        const reachable = state.seats.reduce((sum, other) => sum + Math.min(other.total, total), state.dead);
        expect(wonBy(awards, seat)).toBeLessThanOrEqual(reachable);
      }
    });
  });

  it('leave no pot to one seat that nobody else paid into', () => {
    forEachDeal(({ states }) => {
      const state = last(states);
      const [highest, second] = state.seats.map(({ total }) => total).sort((a, b) => b - a);
      expect(highest).toBe(second);
    });
  });

  it('turn with the table', () => {
    forEachDeal(({ states, actions }, table) => {
      const turn = (seat: number) => (seat % 10) + 1;
      const { setup } = table;
      const turned = {
        ...setup,
        button: turn(setup.button),
        seats: setup.seats.map((seat) => ({ ...seat, seat: turn(seat.seat) })),
      };
      const end = actions.reduce((state: DealState, action) => {
        const next = stepDeal(state, 'seat' in action ? { ...action, seat: turn(action.seat) } : action);
        if ('violation' in next) throw new Error(next.violation);
        return next;
      }, startDeal(turned));
      const { awards } = settle(last(states), table);
      expect(settle(end, { ...table, setup: turned }).awards).toEqual(
        awards.map((award) => ({ ...award, seat: turn(award.seat) })),
      );
    });
  });

  it('do not depend on which suit is which', () => {
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

  it('of two runs are the mean of each alone, to a unit a pot', () => {
    forEachDeal(({ states }, table) => {
      const state = last(states);
      if (table.setup.seats.length * (table.setup.game === 'plo' ? 4 : 2) > 42) return;
      const { awards, boards, cardsOf } = settle(state, table, 2);
      const singles = boards.map((board) => settleDeal(state, table.setup.game, cardsOf, [board], 1) ?? []);
      const pots = potsOf(contributionsOf(state), state.dead).length;
      for (const { seat } of state.seats) {
        const mean = singles.reduce((sum, single) => sum + wonBy(single, seat), 0) / 2;
        expect(Math.abs(wonBy(awards, seat) - mean)).toBeLessThanOrEqual(pots);
      }
    });
  });

  it('are the same when a seat that wins nothing folds its last check on the river', () => {
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
