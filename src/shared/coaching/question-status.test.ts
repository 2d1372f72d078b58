import { expect, it } from 'vitest';
import { statusAfter, statusTexts } from './question-status.ts';

it('the status of a question decides which moves are allowed and which status follows; a follow-up has its own rules', () => {
  const moves = ['claim', 'release', 'answer', 'return', 'withdraw', 'reopen', 'undoAnswer'] as const;
  const legal = (isFollowUp: boolean) =>
    (['queued', 'claimed', 'answered', 'reopened', 'returned', 'withdrawn'] as const).flatMap((status) =>
      moves.flatMap((move) => {
        const next = statusAfter(status, move, isFollowUp);
        return next ? [`${status} ${move} ${next}`] : [];
      }),
    );
  expect(legal(false)).toEqual([
    'queued claim claimed',
    'queued release queued',
    'queued withdraw withdrawn',
    'claimed release queued',
    'claimed answer answered',
    'claimed return returned',
    'answered reopen reopened',
    'answered undoAnswer claimed',
  ]);
  expect(legal(true)).toEqual([
    'queued withdraw withdrawn',
    'claimed release reopened',
    'claimed answer answered',
    'answered undoAnswer claimed',
    'reopened claim claimed',
    'reopened release reopened',
  ]);
});

it('the texts of statuses do not address the student, because coaches and admins read them, too', () => {
  for (const text of Object.values(statusTexts)) expect(text).not.toMatch(/\byour?\b/i);
});
