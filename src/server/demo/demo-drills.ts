import { randomUUID } from 'node:crypto';
import { dayMs } from '../../shared/durations.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import type { Actor, CoachActor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { attemptDrill } from '../practice/attempts.operations.ts';
import { createDeck, saveDrill } from '../practice/editing.operations.ts';
import { publishRange, saveRange, storeOpeningRanges } from '../practice/ranges/ranges.operations.ts';
import { findProducts } from './demo.queries.ts';
import { afterTheFlop } from './drills/after-the-flop.ts';
import { foundationDrills, openingDrills } from './drills/before-the-flop.ts';
import { demoAttempts } from './drills/demo-attempts.ts';
import type { DemoDrill, DemoPlace } from './drills/demo-drill.ts';
import { raisedPots } from './drills/raised-pots.ts';

/** `place` is the title of a product or the number of a coaching plan; null for a deck that belongs to neither. */
const decks: readonly { title: string; place: DemoPlace | null; drills: readonly DemoDrill[] }[] = [
  { title: 'After the flop', place: 'Small-Stakes Cash Review', drills: afterTheFlop },
  { title: 'Opening ranges', place: 'Opening Ranges on One Page', drills: openingDrills },
  { title: 'First decisions', place: 1, drills: foundationDrills },
  { title: 'Raised pots', place: null, drills: raisedPots },
];

/**
 * Unlike the opening ranges, this range also contains calls. A hand that raises half of the time calls the other half.
 */
const defense = {
  ofAcademy: true,
  name: 'Big blind (BB): against the button',
  situation: '6-max cash game, 100 big blinds, the button raises to 2.5, raise to 11',
  cells: {
    raise:
      'TT+, 99:0.5, AJs+, ATs:0.5, A5s:0.5, A4s:0.5, KQs, KJs:0.5, K6s:0.5, QJs:0.5, T9s:0.5, AQo+, AJo:0.5, KQo:0.5',
    call: '99:0.5, 88-22, ATs:0.5, A9s-A6s, A5s:0.5, A4s:0.5, A3s-A2s, KJs:0.5, KTs-K7s, K6s:0.5, K5s-K2s, QJs:0.5, QTs-Q4s, J6s+, T9s:0.5, T8s-T6s, 96s+, 85s+, 75s+, 64s+, 53s+, 43s, AJo:0.5, ATo-A3o, KQo:0.5, KJo-K9o, Q9o+, J9o+, T9o, 98o',
  },
};

/** Creates the academy's ranges: the opening charts, and a defense of the big blind. */
export async function seedRanges(deps: Deps, coach: CoachActor, metadata: RequestMetadata): Promise<void> {
  await storeOpeningRanges(deps);
  const { id } = await saveRange(deps, coach, defense, metadata);
  await publishRange(deps, coach, { id, note: '' }, metadata);
}

/** Creates the academy's decks, and answers drills as the student, at times in the last five weeks. */
export async function seedDrills(
  deps: Deps,
  coach: CoachActor,
  student: Actor,
  metadata: RequestMetadata,
): Promise<void> {
  const products = await findProducts(deps.db);
  const placeOf = (place: DemoPlace | null): StudyResource | null => {
    if (typeof place === 'number') return { kind: 'plan', id: place };
    const product = products.find(({ title }) => title === place);
    return product ? { kind: product.type === 'session' ? 'session' : 'product', id: product.id } : null;
  };
  const created: { id: string; drill: DemoDrill }[] = [];
  for (const { title, place, drills } of decks) {
    const { id: deckId } = await createDeck(deps, coach, { title, place: placeOf(place) }, metadata);
    for (const drill of drills) {
      const input = { ...drill, deckId, place: placeOf(drill.place) };
      const { id } = await saveDrill(deps, coach, input, metadata);
      created.push({ id, drill });
    }
  }
  const attempts: { id: string; drill: DemoDrill; daysAgo: number; answer: 'right' | 'wrong' }[] = [];
  for (const [leak, histories] of Object.entries(demoAttempts)) {
    const drillsOfLeak = created.filter(({ drill }) => drill.leak === leak);
    for (const [index, { id, drill }] of drillsOfLeak.entries()) {
      for (const [daysAgo, answer] of histories[index] ?? []) attempts.push({ id, drill, daysAgo, answer });
    }
  }
  attempts.sort((one, other) => other.daysAgo - one.daysAgo);
  for (const { id, drill, daysAgo, answer } of attempts) {
    const at = new Date(deps.now().getTime() - daysAgo * dayMs);
    await attemptDrill({ ...deps, now: () => at }, student, {
      id: randomUUID(),
      drillId: id,
      version: 1,
      chosen: chosenIn(drill, answer),
      tookMs: 9_000,
      agoMs: 0,
    });
  }
}

function chosenIn({ body, options }: DemoDrill, answer: 'right' | 'wrong'): number {
  if (body.kind === 'odds') return answer === 'right' ? body.answer : body.answer + 15;
  const weights = options.map(({ weight }, index) => {
    if (body.kind !== 'range') return weight;
    return index === Number(body.cells[body.asked]) ? 100 : 0;
  });
  return weights.indexOf(answer === 'right' ? Math.max(...weights) : Math.min(...weights));
}
