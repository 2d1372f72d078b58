import type { SubscriptionPlan } from '../enums.ts';
import type { Settings } from '../settings.ts';

export const questionBounds = {
  thoughtFrom: 20,
  thoughtTo: 2_000,
  questionLength: 1_000,
  followUpFrom: 10,
  followUpTo: 1_000,
  /** Days after the answer in which the student can ask back. */
  followUpDays: 7,
  pageSize: 30,
} as const;

type QuestionLimits = Pick<
  Settings,
  'questionsFree' | 'questionsSilver' | 'questionsGold' | 'questionsDiamond'
>;

/** How many questions a member may ask a month. */
export function monthlyQuestionsOf(plan: SubscriptionPlan, settings: QuestionLimits): number {
  const counts: Record<SubscriptionPlan, number> = {
    free: settings.questionsFree,
    silver: settings.questionsSilver,
    gold: settings.questionsGold,
    diamond: settings.questionsDiamond,
    custom: settings.questionsDiamond,
  };
  return counts[plan];
}

/** Days for which questions of a product, and questions that were returned, are valid. */
export const productQuestionDays = 90;
export const returnedQuestionDays = 60;
/** A promise that ends within this many hours is urgent. */
export const urgentPromiseHours = 12;
/** Hours after which a question goes back to the queue if its coach does nothing. */
export const idleClaimHours = 12;
