import { dayMs } from '../../shared/durations.ts';
import { academyHands } from '../../shared/poker/academy-hands/academy-hands.ts';
import { buildHand } from '../../shared/poker/build-hand.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import { addDays } from '../../shared/time-zone.ts';
import type { CoachActor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { storeAcademyHand } from '../hands/academy-hands.operations.ts';
import { answerDaily } from '../practice/daily/daily.operations.ts';
import { saveDaily } from '../practice/daily/planning.operations.ts';
import { dailyHands } from './content/daily-hands.ts';
import type { DemoIds } from './demo-hands.ts';

/** The first hand of the day is this many days before today. */
const daysBefore = 7;
const visitors = 24;

/**
 * Plans the hands of the day from a week ago to two weeks ahead, and answers yesterday's and today's as visitors.
 * @throws Error if a hand of the day names an unknown hand or decision
 */
export async function seedDaily(
  deps: Deps,
  coach: CoachActor,
  academy: DemoIds,
  metadata: RequestMetadata,
): Promise<void> {
  const start = deps.now();
  const today = start.toISOString().slice(0, 10);
  for (const [index, { hand: source, decision, session, options, ...texts }] of dailyHands.entries()) {
    const isAcademyHand = 'academy' in source;
    const notation = isAcademyHand
      ? academyHands.find(({ id }) => id === source.academy)?.notation
      : source.notation;
    const hand = buildHand(notation ?? '');
    const handId = isAcademyHand
      ? academy.hands.get(source.academy)
      : await storeAcademyHand(deps, { title: source.title, hand });
    const atAction = decisionsOf(hand)[decision - 1];
    if (handId === undefined || atAction === undefined)
      throw new Error(`no such decision: ${texts.question}`);
    const offset = index - daysBefore;
    // A hand can be planned only before its day, so a hand for today or a past day is planned on the day before it.
    const planned = new Date(start.getTime() + Math.min(offset - 1, 0) * dayMs);
    const input = {
      ...texts,
      day: addDays(today, offset),
      handId,
      atAction,
      options: [...options],
      productId: (session !== undefined && academy.sessions.get(session)) || null,
      updatedAt: null,
    };
    await saveDaily({ ...deps, now: () => planned }, coach, input, metadata);
  }
  for (const offset of [-1, 0]) {
    const at = { ...deps, now: () => new Date(start.getTime() + offset * dayMs) };
    for (let visitor = 0; visitor < visitors; visitor += 1) {
      const choice = [0, 1, 2, 1, 0, 1][visitor % 6] ?? 0;
      const from = { ...metadata, userAgent: `demo visitor ${visitor}` };
      await answerDaily(at, null, { day: addDays(today, offset), choice }, from);
    }
  }
}
