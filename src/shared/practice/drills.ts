import { z } from 'zod';
import { handSchema } from '../poker/hand.ts';
import { handLimits } from '../poker/hand-limits.ts';
import { requiredLine, requiredText } from '../text-schemas.ts';
import { leakSchema, optionSchema } from './option-schemas.ts';

/**
 * What a deck belongs to: a session, a PDF (`product`), a coaching plan, nothing (`coach`: a coach created it), or a
 * student (`mine`: it contains the student's mistakes).
 */
export const deckKinds = ['session', 'product', 'plan', 'coach', 'mine'] as const;
export type DeckKind = (typeof deckKinds)[number];

export const drillKinds = ['decision', 'odds', 'range', 'choice'] as const;
export type DrillKind = (typeof drillKinds)[number];

export const drillBounds = {
  promptLength: 1_000,
  reasonLength: 8_000,
  titleLength: 120,
  situationLength: 200,
  /** The maximum number of drills that the page loads in advance, so that it works without a connection. */
  loaded: 50,
  /** An answer to an odds drill is right within this many percentage points. */
  oddsTolerance: 2,
  /** The longest stored time that a student took to answer; a longer time is stored as this maximum. */
  tookMs: 120_000,
  /** An answer that waited for a connection is dated at most this many days back. */
  lateDays: 7,
  /** From this number of other students' answers on, the percentage of each option is shown. */
  othersFrom: 10,
} as const;

/** The bounds of the daily minutes that a student can choose. */
const drillMinuteBounds = { from: 5, to: 25 } as const;

export const setMinutesInput = z.object({
  minutes: z
    .int('Choose 5 to 25 minutes')
    .min(drillMinuteBounds.from, 'Choose 5 to 25 minutes')
    .max(drillMinuteBounds.to, 'Choose 5 to 25 minutes'),
});

/** A session, coaching plan or PDF. The `place` of a drill is the one that teaches the drill's subject. */
export const studyResourceSchema = z.object({
  kind: z.enum(['session', 'plan', 'product']),
  id: z.int().min(1),
});
export type StudyResource = z.infer<typeof studyResourceSchema>;

const cards = z
  .array(z.int().min(0).max(51))
  .refine((all) => new Set(all).size === all.length, 'The same card appears twice');

const decisionBody = z.object({
  kind: z.literal('decision'),
  /** Stored only up to the decision, without anything that reveals the stakes. */
  hand: handSchema,
  /** The decision: its index in the actions of the hand. */
  atAction: z.int().min(0).max(handLimits.actions),
});
const oddsBody = z.object({
  kind: z.literal('odds'),
  /** The hole cards that the question shows; may be empty. */
  hand: cards.max(2, 'Enter at most 2 cards'),
  board: cards.max(5, 'Enter at most 5 cards'),
  /** In percent. */
  answer: z.int('Enter a whole number from 0 to 100').min(0).max(100),
});
const rangeBody = z.object({
  kind: z.literal('range'),
  rangeName: requiredLine('Name the range', drillBounds.titleLength),
  situation: requiredLine('Describe the situation', drillBounds.situationLength),
  /** For each of the 169 starting hands, in the order of the grid, the index of its option. */
  cells: z.string().regex(/^[0-4]{169}$/, 'A range has 169 hands'),
  /** The starting hand that the question is about: its index in the grid. */
  asked: z.int().min(0).max(168),
});
const choiceBody = z.object({ kind: z.literal('choice') });

export const drillBodySchema = z.discriminatedUnion('kind', [decisionBody, oddsBody, rangeBody, choiceBody]);
export type DrillBody = z.infer<typeof drillBodySchema>;

/** A body without the fields that would reveal the answer. */
const askedBodySchema = z.discriminatedUnion('kind', [
  decisionBody,
  oddsBody.omit({ answer: true }),
  rangeBody.omit({ cells: true }),
  choiceBody,
]);
export type AskedBody = z.infer<typeof askedBodySchema>;

/** A drill without its answer. Only the response to an attempt contains the answer. */
const drillView = z.object({
  id: z.string(),
  version: z.int(),
  deckId: z.string(),
  deckTitle: z.string(),
  prompt: z.string(),
  body: askedBodySchema,
  /** Empty for an odds drill, for which the student enters a number. */
  options: z.array(z.string()),
  /** When the student last answered the drill, and whether they were right; null for a new drill. */
  last: z.object({ day: z.string(), isRight: z.boolean() }).nullable(),
});
export type DrillView = z.infer<typeof drillView>;

export const drillListView = z.array(drillView);

const idOf = (name: string) => z.uuid(`Unknown ${name}`);
export const drillIdInput = z.object({ id: idOf('drill') });
export const deckIdInput = z.object({ id: idOf('deck') });

/** `version` is the version of the drill that the student saw; if it is missing, the newest version is reported. */
export const reportUnclearInput = drillIdInput.extend({ version: z.int().min(1).optional() });

/** The drills that are due, or those of a deck or a leak. `drillId` limits them to one drill of the deck. */
export const askDrillsInput = z.union([
  z.object({ from: z.literal('due') }),
  z.object({ from: z.literal('deck'), deckId: idOf('deck'), drillId: idOf('drill').optional() }),
  z.object({ from: z.literal('leak'), leak: leakSchema }),
]);
export type AskDrillsInput = z.infer<typeof askDrillsInput>;

export const attemptInput = z.object({
  /** Generated by the client, so that a repeated request stores the attempt once. */
  id: idOf('attempt'),
  drillId: idOf('drill'),
  version: z.int().min(1),
  /** Index of the option; for odds, the percentage. */
  chosen: z.int('Choose an option').min(0, 'Choose an option').max(1_000, 'Choose an option'),
  tookMs: z.int().min(0),
  /**
   * Milliseconds from the answer to the request, which may have waited for a connection. Not a point in time, because
   * the clock of a browser may be wrong.
   */
  agoMs: z.int().min(0),
});
export type AttemptInput = z.infer<typeof attemptInput>;

export const attemptIdInput = z.object({ id: idOf('attempt') });

export const takeBackInput = attemptIdInput.extend({
  /** Milliseconds between the student's undo and the request, which may have waited for a connection. */
  agoMs: z.int().min(0).default(0),
});

export const solutionView = z.object({
  attemptId: z.string(),
  drillId: z.string(),
  chosen: z.int(),
  /** The weight of the chosen option; for odds, 100 for a right answer and 0 for a wrong one. */
  score: z.int(),
  isRight: z.boolean(),
  options: z.array(optionSchema),
  /** The right answer to an odds drill, in percent; null for other kinds. */
  answer: z.int().nullable(),
  /** The cells of a range drill; null for other kinds. */
  cells: z.string().nullable(),
  reason: z.string(),
  leak: leakSchema.nullable(),
  place: z.object({ title: z.string(), path: z.string() }).nullable(),
  /** For each option, its percentage of other students' answers; null for odds, and below `othersFrom` answers. */
  others: z.array(z.int()).nullable(),
  /** The day on which the drill is due again; null if it was archived. */
  dueOn: z.string().nullable(),
});
export type Solution = z.infer<typeof solutionView>;

export const deckView = z.object({
  id: z.string(),
  kind: z.enum(deckKinds),
  title: z.string(),
  drills: z.int(),
  /** Drills that the student answered right the last time. */
  learned: z.int(),
  /** Drills that the student has not answered yet. */
  fresh: z.int(),
  isPaused: z.boolean(),
  /** The session, PDF or coaching plan that the deck belongs to. */
  place: z.object({ title: z.string(), path: z.string() }).nullable(),
});
export type DeckView = z.infer<typeof deckView>;

export const practiceView = z.object({
  /** Drills that are due, within the day's limit. */
  due: z.array(
    z.object({
      drillId: z.string(),
      deckTitle: z.string(),
      leak: leakSchema.nullable(),
      last: z.object({ day: z.string(), isRight: z.boolean() }).nullable(),
    }),
  ),
  today: z.string(),
  attemptedToday: z.int(),
  /** The student's daily limit. */
  minutes: z.int(),
  decks: z.array(deckView),
});
export type Practice = z.infer<typeof practiceView>;

export const pauseInput = deckIdInput.extend({ isPaused: z.boolean() });
export const findDecksInput = z.object({ q: requiredLine('Enter a word', 100) });
export const deckHitsView = z.array(z.object({ id: z.string(), title: z.string(), drills: z.int() }));
export const promptSchema = requiredText('Write the question', drillBounds.promptLength);
