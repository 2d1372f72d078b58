import { parseWholeNumber } from '../../../../shared/digit-groups.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { cardText, type PlayingCard, parseCards } from '../../../../shared/poker/playing-card.ts';
import { startingHands } from '../../../../shared/poker/starting-hands.ts';
import {
  type EditedDrill,
  type SaveDrillInput,
  saveDrillInput,
} from '../../../../shared/practice/drill-editor.ts';
import type { DrillBody, DrillKind, StudyResource } from '../../../../shared/practice/drills.ts';
import type { WeightedOption } from '../../../../shared/practice/option-schemas.ts';
import { weightsOf } from '../../../../shared/practice/range-weights.ts';
import type { RangeCells } from '../../../../shared/practice/ranges.ts';
import { fieldAt, namedOptions, type OptionInput, optionInputs, readOptions } from '../option-inputs.ts';
import type { DraftErrors } from '../use-draft-errors.ts';

/** The subject of a drill, as entered in the editor. */
export type SpotDraft =
  | { kind: 'decision'; decision: { hand: Hand; atAction: number } | null }
  | { kind: 'odds'; hand: string; board: string; answer: string }
  | { kind: 'range'; rangeName: string; situation: string; cells: string; asked: string }
  | { kind: 'choice' };

export type DrillDraft = {
  deckId: string;
  leak: string;
  /** `session:3`, `product:3` or `plan:3`; empty for none. */
  place: string;
  prompt: string;
  reason: string;
  options: readonly OptionInput[];
  spot: SpotDraft;
};

const emptySpots: { [kind in DrillKind]: Extract<SpotDraft, { kind: kind }> } = {
  decision: { kind: 'decision', decision: null },
  odds: { kind: 'odds', hand: '', board: '', answer: '' },
  range: { kind: 'range', rangeName: '', situation: '', cells: '', asked: '' },
  choice: { kind: 'choice' },
};

export const emptySpot = (kind: DrillKind): SpotDraft => emptySpots[kind];

export function emptyDraft(deckId: string): DrillDraft {
  return {
    deckId,
    leak: '',
    place: '',
    prompt: '',
    reason: '',
    options: namedOptions(['', '', '']),
    spot: emptySpots.decision,
  };
}

export function draftOf({ deckId, leak, place, prompt, reason, options, body }: EditedDrill): DrillDraft {
  return {
    deckId,
    leak: leak ?? '',
    place: place === null ? '' : `${place.kind}:${place.id}`,
    prompt,
    reason,
    options: optionInputs(options),
    spot: spotOf(body),
  };
}

const cardsText = (cards: readonly PlayingCard[]) => cards.map(cardText).join(' ');

function spotOf(body: DrillBody): SpotDraft {
  switch (body.kind) {
    case 'decision':
      return { kind: 'decision', decision: { hand: body.hand, atAction: body.atAction } };
    case 'odds':
      return {
        kind: 'odds',
        hand: cardsText(body.hand),
        board: cardsText(body.board),
        answer: String(body.answer),
      };
    case 'range':
      return { ...body, asked: startingHands[body.asked]?.name ?? '' };
    case 'choice':
      return body;
  }
}

/** The index of a starting hand such as `A5s` in `startingHands`, or -1. */
export function startingHandOf(text: string): number {
  const asked = text.trim().toLowerCase();
  return startingHands.findIndex(({ name }) => name.toLowerCase() === asked);
}

/**
 * The right answers and the options of a drill about a range.
 * @returns `cells` has one digit for each starting hand: the index of its most frequent action in `options`
 */
export function drillCellsOf(range: RangeCells): { cells: string; options: OptionInput[] } {
  const labels = range.call === '' ? ['Raise', 'Fold'] : ['Raise', 'Call', 'Fold'];
  const cells = weightsOf(range).map(({ raise, call }) => {
    const fold = 1 - raise - call;
    if (raise >= call && raise >= fold) return 0;
    return call >= fold ? 1 : labels.length - 1;
  });
  return { cells: cells.join(''), options: namedOptions(labels) };
}

type ReadDrill = { input: SaveDrillInput; errors?: undefined } | { errors: DraftErrors };

/** Validates a draft with the server's schema. */
export function readDrill(draft: DrillDraft): ReadDrill {
  const { body, errors } = readSpot(draft.spot);
  const parsed = saveDrillInput.safeParse({
    deckId: draft.deckId,
    leak: draft.leak,
    place: readResource(draft.place),
    prompt: draft.prompt,
    reason: draft.reason,
    options: optionsOf(draft),
    body,
  });
  const problems = { ...(parsed.success ? {} : errorsOf(parsed.error, draft)), ...errors };
  return parsed.success && Object.keys(problems).length === 0 ? { input: parsed.data } : { errors: problems };
}

type Problems = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };

function errorsOf({ issues }: Problems, { options }: DrillDraft): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of issues) {
    found[fieldAt(path[0] === 'body' ? path.slice(1) : path, options)] ??= message;
  }
  return found;
}

function optionsOf({ spot, options }: DrillDraft): WeightedOption[] {
  if (spot.kind === 'odds') return [];
  // Nobody enters these weights, and they have no effect: the range decides which option is right.
  if (spot.kind === 'range') return options.map((option) => ({ ...option, weight: Number(option.weight) }));
  return readOptions(options);
}

export function readResource(place: string): StudyResource | null {
  const [kind, id] = place.split(':');
  return kind === 'session' || kind === 'product' || kind === 'plan' ? { kind, id: Number(id) } : null;
}

const cardsMessage = 'Write each card as rank and suit, such as As Kd';

/** Parses the subject. A field that cannot be parsed gets a placeholder value and an error message. */
function readSpot(spot: SpotDraft): { body: DrillBody; errors: DraftErrors } {
  const choice: DrillBody = { kind: 'choice' };
  switch (spot.kind) {
    case 'choice':
      return { body: choice, errors: {} };
    case 'decision': {
      const { decision } = spot;
      if (decision === null)
        return { body: choice, errors: { decision: 'Choose a hand and one of its decisions' } };
      return { body: { kind: 'decision', ...decision }, errors: {} };
    }
    case 'odds': {
      const [hand, board] = [parseCards(spot.hand), parseCards(spot.board)];
      const answer = parseWholeNumber(spot.answer.trim().replace(/\s*%$/, ''));
      return {
        body: {
          kind: 'odds',
          hand: hand ?? [],
          board: board ?? [],
          answer: Number.isNaN(answer) ? 0 : answer,
        },
        errors: {
          ...(hand === undefined && { hand: cardsMessage }),
          ...(board === undefined && { board: cardsMessage }),
          ...(Number.isNaN(answer) && { answer: 'Enter a whole number from 0 to 100' }),
        },
      };
    }
    case 'range': {
      const asked = startingHandOf(spot.asked);
      if (spot.cells === '') return { body: choice, errors: { range: 'Choose a range' } };
      return {
        body: { ...spot, asked: Math.max(asked, 0) },
        errors: asked === -1 ? { asked: 'Name a hand such as A5s, QJo or 77' } : {},
      };
    }
  }
}
