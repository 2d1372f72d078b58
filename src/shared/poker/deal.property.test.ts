import { describe, expect, it } from 'vitest';
import { type DealState, legalActions, startDeal, stepDeal } from './deal.ts';
import type { HandAction } from './hand.ts';
import { allMoney, forEachDeal } from './testing/for-each-deal.ts';

/** The allowed actions, with the smallest, a middle and the largest raise. */
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
  it('no unit of money appears or is lost, and no seat pays more than its stack', () => {
    forEachDeal(({ states }, { setup }) => {
      const stacks = new Map(setup.seats.map(({ seat, stack }) => [seat, stack]));
      const all = allMoney(startDeal(setup));
      const wrong = states.filter(
        (state) =>
          allMoney(state) !== all ||
          state.seats.some(
            ({ seat, stack, bet, total }) => stack < 0 || bet < 0 || stack + total > (stacks.get(seat) ?? 0),
          ),
      );
      expect(wrong).toEqual([]);
    });
  });

  it('allowed actions are accepted, and others are rejected', () => {
    forEachDeal(({ states, actions }) => {
      for (const [index, state] of states.entries()) {
        // Until the last blind is posted, the bet is not known.
        if (actions[index]?.a === 'post') continue;
        // In the phase `posting`, there may be no legal action, because the blinds may put all players all-in.
        if (state.phase !== 'posting') expect(legalActions(state) !== null).toBe(state.phase === 'betting');
        const rejected = allowedIn(state).filter((action) => 'violation' in stepDeal(state, action));
        expect(rejected).toEqual([]);
        if (state.phase === 'dealing') continue;
        const accepted = forbiddenIn(state).filter((action) => !('violation' in stepDeal(state, action)));
        expect(accepted).toEqual([]);
      }
    });
  });

  it('an all-in below a full raise does not reopen the betting for those who have acted', () => {
    forEachDeal(({ states, actions }) => {
      // By seat, how much the bet has grown since the seat's last action on this street.
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
        const canRaise = own !== undefined && own.bet + own.stack > before.bet;
        const canBeMatched = before.seats.some(
          ({ seat, folded, bet, stack }) => seat !== action.seat && !folded && bet + stack > before.bet,
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
