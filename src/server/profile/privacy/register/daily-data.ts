import type { Register } from './personal-table.ts';

/** The hand of the day. */
export const dailyData: Register = {
  daily_answers: {
    about: 'Your answers to hands of the day',
    why: 'To show you the answer, and how many chose each option',
    owner: { column: 'user_id' },
    exported: ['daily_id', 'choice', 'created_at'],
    onDeletion: {
      rows: 'retained',
      cleared: ['user_id'],
      because: 'They count toward the percentages shown for each option, without your name',
    },
  },
  daily_spots: {
    about: 'Hands of the day that you planned as a coach',
    why: 'To know who is responsible for them',
    owner: { column: 'created_by' },
    exported: ['day', 'question', 'options', 'reason', 'created_at'],
    onDeletion: { rows: 'retained', cleared: ['created_by'], because: 'They belong to the academy' },
  },
};
