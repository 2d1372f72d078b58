import { z } from 'zod';
import {
  type AnswerInput,
  type AnswerView,
  answerInput,
  optionsProblem,
  type PlaceOfAnswer,
} from '../../../../shared/coaching/answers.ts';
import type { CoachQuestionView } from '../../../../shared/coaching/questions.ts';
import { hideFrom } from '../../../../shared/hands/hidden-hand.ts';
import { maxOptions, rightFrom } from '../../../../shared/practice/drill-rules.ts';
import { answerFormKey } from '../../../lib/answer-drafts.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { coachOptions } from '../../hands/guess/guess-options.ts';
import { fieldAt, isUsed, namedOptions, optionInputs, readOptions } from '../../practice/option-inputs.ts';
import type { DraftErrors } from '../../practice/use-draft-errors.ts';

const draftSchema = z.object({
  /**
   * The options at the decision, as text. `weight`: how good the option is, 0 to 100; `why`: the reason for the weight.
   */
  options: z.array(z.object({ label: z.string(), weight: z.string(), why: z.string() })).readonly(),
  reason: z.string(),
  comments: z.array(z.object({ atAction: z.int(), text: z.string() })),
  leak: z.string(),
  /** `session:3` or `plan:3`; empty for none. */
  place: z.string(),
  /** A time such as "12:31", or a page. */
  placeAt: z.string(),
  /** `/objects/{id}` of the voice clip; empty without one. */
  voice: z.string().default(''),
  transcript: z.string().default(''),
});
export type AnswerDraft = z.infer<typeof draftSchema>;

const storageOf = (id: string) => sessionStorageDraft(answerFormKey(id), ['answer']);

/** The draft stored in this tab, or a new one. A new draft of a first answer has the options that the hand allows. */
export function loadDraft(view: CoachQuestionView): AnswerDraft {
  try {
    return draftSchema.parse(JSON.parse(storageOf(view.id).load().answer ?? ''));
  } catch {
    return {
      options: view.isFollowUp ? [] : suggestedOptions(view),
      reason: '',
      comments: [],
      leak: view.leak ?? '',
      place: '',
      placeAt: '',
      voice: '',
      transcript: '',
    };
  }
}

export function saveDraft(id: string, draft: AnswerDraft): void {
  storageOf(id).save({ answer: JSON.stringify(draft) });
}

export function clearDraft(id: string): void {
  storageOf(id).clear();
}

function suggestedOptions({ hand, atAction }: CoachQuestionView): AnswerDraft['options'] {
  if (hand === null || atAction === null) return [];
  const offered = coachOptions(hideFrom(hand, atAction), hand.actions[atAction]);
  return namedOptions(offered.map(({ label }) => label));
}

const isWeighted = ({ weight }: { weight: string }) => weight.trim() !== '';

/**
 * Clears the options that have neither a weight nor a reason, such as unused suggestions, if at least two others have a
 * weight. Each option keeps its index, because errors refer to it.
 */
function withoutUnweighted(options: AnswerDraft['options']): AnswerDraft['options'] {
  if (options.filter(isWeighted).length < 2) return options;
  return options.flatMap((option) =>
    isWeighted(option) || option.why.trim() !== '' ? option : namedOptions(['']),
  );
}

/** The options that are sent with the answer, as text. */
export function sentOptions({ options }: AnswerDraft): AnswerDraft['options'] {
  return withoutUnweighted(options).filter(isUsed);
}

/**
 * Copies an earlier answer into a draft. Nothing that the coach has entered is lost: the reason of the earlier answer
 * is added below the coach's reason, and only suggested options that have neither a weight nor a reason are replaced.
 */
export function withEarlierAnswer(
  view: CoachQuestionView,
  draft: AnswerDraft,
  { reason, options }: Pick<AnswerView, 'reason' | 'options'>,
): AnswerDraft {
  const copied = {
    ...draft,
    reason: draft.reason.includes(reason) ? draft.reason : withParagraph(draft.reason, reason),
  };
  if (view.isFollowUp) return copied;
  const suggested = new Set(suggestedOptions(view).map(({ label }) => label));
  const kept = draft.options.filter((option) =>
    isUsed({ ...option, label: suggested.has(option.label) ? '' : option.label }),
  );
  const names = new Set(kept.map(({ label }) => label.toLowerCase()));
  const added = optionInputs(options).filter(({ label }) => !names.has(label.toLowerCase()));
  return { ...copied, options: [...kept, ...added.slice(0, Math.max(0, maxOptions - kept.length))] };
}

/** Adds a text below the existing text of a field, if there is any. */
export function withParagraph(text: string, added: string): string {
  return text.trim() === '' ? added : `${text.trimEnd()}\n${added}`;
}

/** The name of the field for the comment on an action of the hand. */
export const commentField = (atAction: number) => `comment-${atAction}`;

/** Validates a draft with the server's rules. */
export function readDraft(
  { id, isFollowUp }: Pick<CoachQuestionView, 'id' | 'isFollowUp'>,
  draft: AnswerDraft,
): { input: AnswerInput; errors?: undefined } | { errors: DraftErrors } {
  const place = readResource(draft);
  if (place === undefined) {
    const placeAt = draft.place.startsWith('plan') ? 'Enter a page such as 12' : 'Enter a time such as 12:31';
    return { errors: { placeAt } };
  }
  const options = withoutUnweighted(draft.options);
  const comments = draft.comments.filter(({ text }) => text.trim() !== '');
  const parsed = answerInput.safeParse({
    id,
    options: readOptions(options),
    reason: draft.reason,
    comments,
    leak: draft.leak === '' ? null : draft.leak,
    place,
    voice: draft.voice === '' ? null : { url: draft.voice, transcript: draft.transcript },
  });
  if (parsed.success) {
    const problem = optionsProblem(parsed.data.options, isFollowUp);
    return problem ? { errors: { options: problem } } : { input: parsed.data };
  }
  const nameOf = (path: readonly PropertyKey[]) => {
    const comment = path[0] === 'comments' ? comments[Number(path[1])] : undefined;
    return comment ? commentField(comment.atAction) : fieldAt(path, options);
  };
  const errors = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [nameOf(path), message]));
  if (options.filter(isUsed).length <= 2 || options.some(isWeighted)) return { errors };
  // Two weights are enough, so the error is not repeated at every option.
  const others = Object.entries(errors).filter(([name]) => !name.startsWith('weight-'));
  const tooFew = `Give at least 2 options a weight, one of them at least ${rightFrom}`;
  return { errors: { ...Object.fromEntries(others), options: tooFew } };
}

/** @returns null if no place is chosen; undefined if the time or page is invalid */
function readResource({ place, placeAt }: AnswerDraft): PlaceOfAnswer | null | undefined {
  const [kind, id] = place.split(':');
  if (!id) return null;
  if (kind === 'plan') {
    const page = /^\d{1,4}$/.test(placeAt.trim()) ? Number(placeAt) : 0;
    return page > 0 ? { kind, id: Number(id), page } : undefined;
  }
  const time = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(placeAt.trim() === '' ? '0:00' : placeAt.trim());
  if (!time) return undefined;
  const [, hours = '0', minutes, seconds] = time;
  return {
    kind: 'session',
    id: Number(id),
    atSeconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
  };
}
