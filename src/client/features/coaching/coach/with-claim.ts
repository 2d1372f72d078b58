import type { CoachQuestionView } from '../../../../shared/coaching/questions.ts';
import { describeError } from '../../../lib/error-text.ts';
import type { TrpcClient } from '../../../trpc.ts';

/**
 * Makes a call that only the coach who has claimed the question can make. If the question has returned to the queue,
 * because the coach was idle or put it back in another tab, claims it again and repeats the call.
 */
export async function withClaim(
  { questions }: TrpcClient,
  { id, isFollowUp }: Pick<CoachQuestionView, 'id' | 'isFollowUp'>,
  call: () => Promise<unknown>,
): Promise<void> {
  try {
    await call();
  } catch (error) {
    const { code, fields } = describeError(error);
    const isQueued = code === 'illegal_transition' && fields?.status === (isFollowUp ? 'reopened' : 'queued');
    if (!isQueued) throw error;
    await questions.claim.mutate({ id });
    await call();
  }
}
