import { expect, it } from 'vitest';
import { academyHands } from '../../shared/poker/academy-hands/academy-hands.ts';
import { buildHand } from '../../shared/poker/build-hand.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import { tableStates } from '../../shared/poker/table-states.ts';
import { dailyHands } from './content/daily-hands.ts';

const hands = dailyHands.map((daily) => [daily.question, daily] as const);

it.each(hands)(
  'the hero can take every offered action: %s',
  (_question, { hand: source, decision, options }) => {
    const notation =
      'academy' in source ? academyHands.find(({ id }) => id === source.academy)?.notation : source.notation;
    const hand = buildHand(notation ?? '');
    const state = tableStates(hand)[decisionsOf(hand)[decision - 1] ?? -1];
    const hero = state?.seats.find(({ seat }) => seat === hand.hero);
    if (!state || !hero) throw new Error('The hero has no such decision.');
    const possible = hero.bet < state.bet ? /^(Fold|Call|Raise|All-in)/ : /^(Check|Bet|All-in)/;
    for (const { label } of options) expect(label).toMatch(possible);
  },
);
