/** Lengths of texts are in characters. */
export const questionBounds = {
  /** The minimum and the maximum length of the student's answer to “What did you do and why?”. */
  thoughtFrom: 20,
  thoughtTo: 2_000,
  questionLength: 1_000,
  followUpFrom: 10,
  followUpTo: 1_000,
  /** Days after the answer in which the student can ask a follow-up question. */
  followUpDays: 7,
  pageSize: 30,
} as const;

/** The label of the checkbox with which a student lets coaches make drills from the hand of a question. */
export const libraryConsent = 'The academy may use this hand, without my name';

/** Questions that come with a product can be asked for this many days after the purchase. */
export const productQuestionDays = 90;
/**
 * When the credit of a question is returned to the student as a new credit, the new one is valid for this many days.
 */
export const returnedQuestionDays = 60;
/** A question is urgent if its answer is due within this many hours. */
export const urgentPromiseHours = 12;
/** A claimed question returns to the queue if it is not answered within this many hours. */
export const idleClaimHours = 12;
