export const questionStatuses = [
  'queued',
  'claimed',
  'answered',
  'reopened',
  'returned',
  'withdrawn',
] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

/** Statuses of questions that wait for a coach, or that a coach has claimed. */
export const openStatuses = ['queued', 'claimed', 'reopened'] as const satisfies QuestionStatus[];

export type QuestionMove = 'claim' | 'release' | 'answer' | 'return' | 'withdraw' | 'reopen' | 'undoAnswer';

export const returnReasons = ['unclear', 'unfinished', 'not_poker', 'abusive'] as const;
export type ReturnReason = (typeof returnReasons)[number];

export const returnReasonTexts: Record<ReturnReason, string> = {
  unclear: 'The question is not clear',
  unfinished: 'The hand is incomplete',
  not_poker: 'The question is not about this decision',
  abusive: 'The text insults someone',
};

/**
 * The status after a move; undefined if the move is not allowed.
 * @param isFollowUp - the student has asked a follow-up question, so the question already has an answer
 */
export function statusAfter(
  status: QuestionStatus,
  move: QuestionMove,
  isFollowUp: boolean,
): QuestionStatus | undefined {
  const waiting = isFollowUp ? 'reopened' : 'queued';
  switch (move) {
    case 'claim':
      return status === waiting ? 'claimed' : undefined;
    case 'release':
      // A claim may have ended by itself before the coach ends it.
      return status === 'claimed' || status === waiting ? waiting : undefined;
    case 'answer':
      return status === 'claimed' ? 'answered' : undefined;
    case 'return':
      return status === 'claimed' && !isFollowUp ? 'returned' : undefined;
    case 'withdraw':
      return status === 'queued' ? 'withdrawn' : undefined;
    case 'reopen':
      return status === 'answered' && !isFollowUp ? 'reopened' : undefined;
    case 'undoAnswer':
      return status === 'answered' ? 'claimed' : undefined;
  }
}

/** Shown to students, coaches and admins. */
export const statusTexts: Record<QuestionStatus, string> = {
  queued: 'Waiting for a coach',
  claimed: 'A coach is answering',
  answered: 'Answered',
  reopened: 'Follow-up waits for a coach',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
};
