import { z } from 'zod';
import { actionIndexSchema } from '../poker/hand.ts';
import { hasRightOption, rightFrom } from '../practice/drill-rules.ts';
import { leakSchema, optionSchema, optionsSchema, type WeightedOption } from '../practice/option-schemas.ts';
import { optionalText, requiredText } from '../text-schemas.ts';

export const answerBounds = {
  reasonLength: 8_000,
  commentLength: 1_000,
  /** For each phrase that a coach saves to reuse in answers. */
  phraseLength: 1_000,
  phrases: 100,
  /** For the message to the student when a coach returns a question without an answer. */
  returnLength: 1_000,
  transcriptLength: 4_000,
} as const;

/** Seconds in which a coach can undo an answer before its email is sent. */
export const undoSeconds = 10;

/** The error message for an answer's options; undefined if they are valid. An answer to a follow-up may have none. */
export function optionsProblem(options: readonly WeightedOption[], isFollowUp: boolean): string | undefined {
  if (isFollowUp && options.length === 0) return undefined;
  if (options.length >= 2 && hasRightOption(options)) return undefined;
  return `Name at least 2 options, and give one of them a weight of at least ${rightFrom}`;
}

const commentSchema = z.object({
  atAction: actionIndexSchema,
  text: requiredText('Enter a comment', answerBounds.commentLength),
});
export type ActionComment = z.infer<typeof commentSchema>;

/** A second of a session, or a page of a coaching plan. */
const placeSchema = z.union([
  z.object({ kind: z.literal('session'), id: z.int().min(1), atSeconds: z.int().min(0).max(86_400) }),
  z.object({ kind: z.literal('plan'), id: z.int().min(1).max(10), page: z.int().min(1).max(5_000) }),
]);
export type PlaceOfAnswer = z.infer<typeof placeSchema>;

export const questionIdInput = z.object({ id: z.uuid('Unknown question') });

export const answerInput = questionIdInput.extend({
  /** May be empty only in the answer to a follow-up. */
  options: optionsSchema,
  reason: requiredText('Write the reason', answerBounds.reasonLength),
  comments: z.array(commentSchema).max(40, 'Write at most 40 comments').default([]),
  leak: leakSchema.nullable().default(null),
  place: placeSchema.nullable().default(null),
  /** A voice clip in which the coach explains the answer. */
  voice: z
    .object({
      /** The upload URL, or `/objects/{id}`. */
      url: z.string().max(2_000),
      /** The spoken text, for students who cannot listen. */
      transcript: optionalText(answerBounds.transcriptLength).default(''),
    })
    .nullable()
    .default(null),
});
export type AnswerInput = z.infer<typeof answerInput>;

/** The URL of a voice clip. @param id - the id of its upload */
export const clipPath = (id: string) => `/api/questions/clips/${id}`;

export const answerView = z.object({
  coachName: z.string(),
  reason: z.string(),
  options: z.array(optionSchema),
  comments: z.array(commentSchema),
  leak: leakSchema.nullable(),
  /** The linked session or coaching plan; null if none is linked. */
  place: z.object({ place: placeSchema, title: z.string(), path: z.string() }).nullable(),
  /** `path`: null after the clip was deleted with the coach's account; the transcript stays. */
  voice: z.object({ path: z.string().nullable(), seconds: z.int(), transcript: z.string() }).nullable(),
  createdAt: z.string(),
});
export type AnswerView = z.infer<typeof answerView>;
