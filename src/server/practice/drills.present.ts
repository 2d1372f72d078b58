import { rightFrom } from '../../shared/practice/drill-rules.ts';
import { type AskedBody, type DrillBody, type DrillView, drillBounds } from '../../shared/practice/drills.ts';
import type { WeightedOption } from '../../shared/practice/option-schemas.ts';
import type { AskedRow, DrillRow } from './drills.queries.ts';
import { ratingOf } from './schedule.ts';

/** A drill as the student sees it before answering: without the data that reveals the weights of its options. */
export function presentDrill(row: AskedRow, deckTitle: string): DrillView {
  return {
    id: row.id,
    version: row.version,
    deckId: row.deck_id,
    deckTitle,
    prompt: row.prompt,
    body: askedBody(row.body),
    options: row.options.map(({ label }) => label),
    last: presentLast(row),
  };
}

function askedBody(body: DrillBody): AskedBody {
  switch (body.kind) {
    case 'odds': {
      const { answer: _, ...rest } = body;
      return rest;
    }
    case 'range': {
      const { cells: _, ...rest } = body;
      return rest;
    }
    case 'decision':
    case 'choice':
      return body;
  }
}

/** The student's last answer; null before the first. */
export function presentLast(row: Pick<AskedRow, 'last_on' | 'last_rating'>): DrillView['last'] {
  if (row.last_on === null || row.last_rating === null) return null;
  return { day: row.last_on, isRight: row.last_rating >= ratingOf(rightFrom) };
}

/** The options with their weights. In a range drill, the weights are those for the asked hand. */
export function weightedOptions({ body, options }: Pick<DrillRow, 'body' | 'options'>): WeightedOption[] {
  if (body.kind !== 'range') return options;
  const right = Number(body.cells[body.asked]);
  return options.map((option, index) => ({ ...option, weight: index === right ? 100 : 0 }));
}

/**
 * Scores an answer.
 * @param chosen - the index of an option; in an odds drill, the estimate in percent
 * @returns 0…100, or undefined for an option that the drill does not have or an estimate above 100
 */
export function scoreOf(drill: Pick<DrillRow, 'body' | 'options'>, chosen: number): number | undefined {
  const { body } = drill;
  if (body.kind !== 'odds') return weightedOptions(drill)[chosen]?.weight;
  if (chosen > 100) return undefined;
  return Math.abs(chosen - body.answer) <= drillBounds.oddsTolerance ? 100 : 0;
}
