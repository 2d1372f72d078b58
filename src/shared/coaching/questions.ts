import { z } from 'zod';
import { subscriptionPlans } from '../enums.ts';
import { cursorInput, pageView } from '../paging.ts';
import { actionIndexSchema, handSchema, parserVersionSchema } from '../poker/hand.ts';
import { leakSchema, optionBounds } from '../practice/option-schemas.ts';
import { optionalText, requiredLine, requiredText } from '../text-schemas.ts';
import { answerBounds, answerView, questionIdInput } from './answers.ts';
import { questionBounds } from './question-limits.ts';
import { questionStatuses, returnReasons } from './question-status.ts';

export const askInput = z.object({
  handId: z.uuid('Unknown hand'),
  reader: parserVersionSchema,
  /** Index of the student's own action in the hand. */
  atAction: actionIndexSchema,
  thought: optionalText(questionBounds.thoughtTo).refine(
    (text) => text.trim().length >= questionBounds.thoughtFrom,
    `Say what you did and why, in at least ${questionBounds.thoughtFrom} characters`,
  ),
  question: optionalText(questionBounds.questionLength).default(''),
  leak: leakSchema.nullable().default(null),
  /** The academy may use the hand in its library, without the student's name. */
  allowLibrary: z.boolean().default(false),
  /** Whether the coach sees stakes and result. */
  showStakes: z.boolean().default(false),
  /** The id of the new question. Repeating a key returns the question that was asked with it. */
  key: z.uuid('Unknown question').optional(),
});
export type AskInput = z.infer<typeof askInput>;

export const askedView = z.object({ id: z.string(), dueAt: z.string() });

/** How many questions a student may ask, and where the credits for them come from. */
export const creditsView = z.object({
  /** How many questions the student has left, even while the academy accepts none (`closed`). */
  left: z.int(),
  /** How many questions the membership brings this month, and how many of them the student has asked. */
  monthly: z.object({ count: z.int(), spent: z.int(), month: z.string() }),
  /**
   * Question credits of this month that the student gets when the failed renewal of the membership is paid; 0 if no
   * renewal has failed.
   */
  oncePaid: z.int(),
  /** Question credits that the student gets for verifying the email; 0 if the email is verified. */
  onceVerified: z.int(),
  /**
   * When the membership's next question credits become available: when the next month begins or, after a free
   * upgrade, with the renewal. Null if the membership gives none, or ends before.
   */
  nextAt: z.string().nullable(),
  /**
   * Remaining credits by source and expiry, the next to expire first. The source `returned` is the returned credit of
   * an earlier question.
   */
  items: z.array(
    z.object({
      source: z.enum(['plan', 'product', 'welcome', 'grant', 'returned']),
      count: z.int(),
      expiresAt: z.string().nullable(),
    }),
  ),
  /** Within how many hours the academy promises an answer. */
  promiseHours: z.int(),
  /** How many questions of all students wait for an answer, claimed ones included; null if the number is hidden. */
  waiting: z.int().nullable(),
  /** Null if the academy accepts questions. `opensAt`: when it should accept them again; null if not known. */
  closed: z.object({ reason: z.enum(['full', 'no_coach']), opensAt: z.string().nullable() }).nullable(),
  /** Products that include questions and that the student does not own. */
  products: z.array(z.object({ id: z.int(), title: z.string(), questions: z.int() })),
});
export type Credits = z.infer<typeof creditsView>;

/** Whether the student's credit for this question was returned because the answer was late. */
const replacedWhenLateField = z.boolean();

const questionItemView = z.object({
  id: z.string(),
  status: z.enum(questionStatuses),
  /** The hand up to the decision; null after the hand was deleted. */
  line: z.string().nullable(),
  thought: z.string(),
  queuedAt: z.string(),
  dueAt: z.string(),
  answeredAt: z.string().nullable(),
  isLate: z.boolean(),
  /** The student has asked a follow-up question. */
  isFollowUp: z.boolean(),
  /** Answered, and the student has not opened the answer yet. */
  isNew: z.boolean(),
  returnReason: z.enum(returnReasons).nullable(),
});
export type QuestionItem = z.infer<typeof questionItemView>;

/** A question as an admin sees it: without its text and its hand, which only the student and the coaches see. */
const studentQuestionView = questionItemView.pick({
  id: true,
  status: true,
  queuedAt: true,
  dueAt: true,
  answeredAt: true,
  isLate: true,
});
export type StudentQuestion = z.infer<typeof studentQuestionView>;

export const studentQuestionsInput = z.object({ userId: z.uuid('Unknown user'), cursor: cursorInput });
export const studentQuestionsView = pageView(studentQuestionView).extend({
  /** How many questions the student has left. */
  left: z.int(),
  storedHands: z.int(),
});

export const questionListView = pageView(questionItemView);

export const newAnswersView = z.object({
  /** Answers that the student has not read. */
  count: z.int(),
  /** The newest unread answer, or the newest of all if all are read; null without an answer. */
  newest: z.object({ id: z.string(), answeredAt: z.string(), isNew: z.boolean() }).nullable(),
});

export const questionView = questionItemView.extend({
  question: z.string(),
  leak: leakSchema.nullable(),
  allowLibrary: z.boolean(),
  showStakes: z.boolean(),
  handId: z.string().nullable(),
  /** Ends before the decision if there is an answer that is not revealed yet; null after the hand was deleted. */
  hand: handSchema.nullable(),
  /** Index of the decision. */
  atAction: z.int().nullable(),
  /** The names of the options of the first answer, sorted; empty without an answer. */
  choices: z.array(z.string()),
  /** The chosen option; null if the student has not chosen one. */
  tried: z.string().nullable(),
  isRevealed: z.boolean(),
  /** The student's own deck contains the decision as a drill. */
  isInOwnDeck: z.boolean(),
  /** Empty until the answer is revealed. */
  answers: z.array(answerView),
  followUp: z.string().nullable(),
  /** The deadline for a follow-up question, which may have passed; null if none can be asked. */
  followUpUntil: z.string().nullable(),
  returnText: z.string().nullable(),
  replacedWhenLate: replacedWhenLateField,
  /** The rating of the answer, 1 to 3; null if the student has not rated it. */
  helpful: z.int().nullable(),
});
export type QuestionView = z.infer<typeof questionView>;

/** `choice` is one of the question's choices; null reveals the answer without a choice. */
export const revealAnswerInput = questionIdInput.extend({
  choice: requiredLine('Choose an option', optionBounds.labelLength).nullable(),
});

export const reopenInput = questionIdInput.extend({
  text: optionalText(questionBounds.followUpTo).refine(
    (text) => text.trim().length >= questionBounds.followUpFrom,
    `Write at least ${questionBounds.followUpFrom} characters`,
  ),
});

/** Whether the academy may use the hand, from now on. */
export const setAllowLibraryInput = questionIdInput.extend({ allowLibrary: z.boolean() });

export const rateInput = questionIdInput.extend({
  helpful: z.int('Choose one of three').min(1, 'Choose one of three').max(3, 'Choose one of three'),
});

const coachQuestionItemView = z.object({
  id: z.string(),
  status: z.enum(questionStatuses),
  /** Without stakes and result, unless the student shows them; null after the hand was deleted. */
  line: z.string().nullable(),
  street: z.enum(['preflop', 'flop', 'turn', 'river']),
  leak: leakSchema.nullable(),
  /** `name`: first name and initial of the last name. */
  student: z.object({
    /** Opens the student's brief; null unless the coach has claimed the question. */
    id: z.string().nullable(),
    name: z.string(),
    plan: z.enum(subscriptionPlans),
    /** How many questions the student asked in the 30 days up to this question, including it. */
    recentQuestions: z.int(),
  }),
  queuedAt: z.string(),
  dueAt: z.string(),
  /** The coach who is answering; null if none is. */
  claimedByName: z.string().nullable(),
  isMine: z.boolean(),
  isFollowUp: z.boolean(),
});
export type CoachQuestionItem = z.infer<typeof coachQuestionItemView>;

export const queueView = pageView(coachQuestionItemView);

/** A question as the coach who opens it sees it. */
export const coachQuestionView = coachQuestionItemView.extend({
  hand: handSchema.nullable(),
  atAction: z.int().nullable(),
  /** Whether stakes and result are part of the hand. */
  showsStakes: z.boolean(),
  /** Whether the academy may make a drill from the hand. */
  allowsLibrary: z.boolean(),
  replacedWhenLate: replacedWhenLateField,
  thought: z.string(),
  question: z.string(),
  followUp: z.string().nullable(),
  answers: z.array(answerView),
  /** The student's rating of the answers, 1 to 3; null if the student has not rated them. */
  helpful: z.int().nullable(),
});
export type CoachQuestionView = z.infer<typeof coachQuestionView>;

export const returnQuestionInput = questionIdInput.extend({
  reason: z.enum(returnReasons, { error: 'Choose a reason' }),
  text: optionalText(answerBounds.returnLength).default(''),
});

export const similarInput = questionIdInput.extend({ leak: leakSchema.nullable().default(null) });
export const similarView = z.array(z.object({ id: z.string(), answer: answerView }));

/** A session or coaching plan to which a coach can link in an answer. */
export const coachPlaceView = z.object({
  kind: z.enum(['session', 'plan']),
  id: z.int(),
  number: z.int(),
  title: z.string(),
});

/** A text that a coach saved, to insert it into the reasons of answers. */
export const phraseView = z.object({ id: z.string(), text: z.string() });
export const savePhraseInput = z.object({ text: requiredText('Write a phrase', answerBounds.phraseLength) });
export const phraseIdInput = z.object({ id: z.uuid('Unknown phrase') });
