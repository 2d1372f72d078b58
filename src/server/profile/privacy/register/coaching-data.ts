import type { Register } from './personal-table.ts';

/** Questions to the coach, what entitles to them, and what coaches write. */
export const coachingData: Register = {
  coach_answers: {
    about: 'Answers to your questions',
    why: 'To show them to you',
    owner: { column: 'student_id', through: { column: 'question_id', table: 'questions' } },
    exported: ['question_id', 'round', 'reason', 'options', 'comments', 'leak', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
  question_credits: {
    about: 'Questions that you could ask',
    why: 'To count what your membership and purchases include',
    owner: { column: 'student_id' },
    exported: ['source', 'valid_from', 'expires_at', 'question_id', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
  questions: {
    about: 'Questions that you asked the coach',
    why: 'To answer them',
    owner: { column: 'student_id' },
    exported: [
      'id',
      'status',
      'thought',
      'question',
      'leak',
      'follow_up',
      'tried',
      'return_reason',
      'return_text',
      'helpful',
      'queued_at',
      'answered_at',
    ],
    onDeletion: { rows: 'erased' },
  },
  spots: {
    about: 'Decisions that you marked in hands',
    why: 'To show which decision a question is about',
    owner: { column: 'created_by' },
    exported: ['hand_id', 'at_action', 'created_at'],
    onDeletion: {
      rows: 'kept',
      cleared: ['created_by'],
      because: 'They are erased together with their hand',
    },
  },
  brief_shares: {
    about: 'What your coaches see of your brief',
    why: 'To show them no more than you want',
    owner: { column: 'student_id' },
    exported: ['goals', 'study', 'finished', 'leaks', 'questions', 'hands', 'results', 'updated_at'],
    onDeletion: { rows: 'erased' },
  },
  coach_phrases: {
    about: 'Phrases that you saved as a coach',
    why: 'To offer them to you while you answer',
    owner: { column: 'coach_id' },
    exported: ['text', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
  coaches: {
    about: 'How you appear as a coach',
    why: 'To show students who answers them',
    owner: { column: 'user_id' },
    exported: ['display_name', 'about', 'active', 'weekly_capacity', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
};
