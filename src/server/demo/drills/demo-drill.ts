import { playNotation } from '../../../shared/poker/build-hand.ts';
import { type OpeningSeat, openingCharts, openingSpot } from '../../../shared/poker/opening-charts.ts';
import { startingHands } from '../../../shared/poker/starting-hands.ts';
import type { DrillContent } from '../../../shared/practice/drill-editor.ts';
import type { DrillBody } from '../../../shared/practice/drills.ts';
import type { LeakId } from '../../../shared/practice/leaks.ts';

/** What a drill belongs to: the title of a product, or the number of a coaching plan. */
export type DemoPlace = string | number;

export type DemoDrill = Omit<DrillContent, 'place'> & { place: DemoPlace | null };

/** The weight says how good the option is, from 0 to 100. */
type Option = readonly [label: string, weight: number, why: string];

const seats = ['BTN', 'SB', 'BB', 'UTG', 'HJ', 'CO'] as const;

type Spot = {
  leak: LeakId;
  place?: DemoPlace;
  hero: (typeof seats)[number];
  cards: string;
  /** The streets up to the decision, in the notation of `buildHand`: `preflop f f r2.5`. Amounts are in big blinds. */
  streets: string;
  /** The stack of each seat before the hand, in big blinds. */
  stack?: number;
  prompt?: string;
  options: readonly Option[];
  reason: string;
};

/** A drill with a decision in a six-handed game with blinds of 0.5 and 1. */
export function decision({ hero, cards, streets, stack = 100, ...rest }: Spot): DemoDrill {
  const { draft } = playNotation(
    [
      'nlhe cash USD 0.5/1, 6-max, button 1',
      ...seats.map((seat, index) => `${index + 1} ${seat} ${stack}${seat === hero ? ` ${cards} hero` : ''}`),
      ...streets.split('\n'),
    ].join('\n'),
  );
  const body: DrillBody = {
    kind: 'decision',
    hand: { ...draft, awards: [], shows: [] },
    atAction: draft.actions.length,
  };
  return content({ prompt: 'What do you do?', ...rest, body });
}

/** A drill that asks whether the academy's opening chart raises a starting hand from a seat. */
export function opening(drill: {
  leak: LeakId;
  seat: OpeningSeat;
  hand: string;
  /** Offers a limp as a further, wrong option. */
  canLimp?: boolean;
  reason: string;
}): DemoDrill {
  const chart = openingCharts.find(({ seat }) => seat === drill.seat);
  if (!chart) throw new Error(`there is no chart for ${drill.seat}`);
  const fold = drill.canLimp ? '2' : '1';
  const body: DrillBody = {
    kind: 'range',
    rangeName: `The academy’s opening range, ${drill.seat}`,
    situation: `${drill.seat}: ${openingSpot}`,
    // For each starting hand, the index of the right option in `labels`.
    cells: chart.range.map((weight) => (weight > 0 ? '0' : fold)).join(''),
    asked: startingHands.findIndex(({ name }) => name === drill.hand),
  };
  const labels = drill.canLimp ? ['Raise', 'Limp', 'Fold'] : ['Raise', 'Fold'];
  return content({
    leak: drill.leak,
    place: 'Opening Ranges on One Page',
    prompt: `Everyone before you folds. What do you do with ${drill.hand} from ${drill.seat}?`,
    body,
    // Range drills are scored by `cells`, not by weights.
    options: labels.map((label) => [label, 0, '']),
    reason: drill.reason,
  });
}

/** A drill that asks for a percentage. */
export function odds(drill: {
  leak: LeakId;
  place?: DemoPlace;
  prompt: string;
  answer: number;
  reason: string;
}): DemoDrill {
  const { answer, ...rest } = drill;
  return content({ ...rest, options: [], body: { kind: 'odds', hand: [], board: [], answer } });
}

/** A drill with a question and options, without a hand. */
export function choice(drill: {
  leak: LeakId;
  place?: DemoPlace;
  prompt: string;
  options: readonly Option[];
  reason: string;
}): DemoDrill {
  return content({ ...drill, body: { kind: 'choice' } });
}

function content({
  place = null,
  options,
  ...rest
}: Omit<DemoDrill, 'options' | 'place'> & {
  place?: DemoPlace | null;
  options: readonly Option[];
}): DemoDrill {
  return { ...rest, place, options: options.map(([label, weight, why]) => ({ label, weight, why })) };
}
