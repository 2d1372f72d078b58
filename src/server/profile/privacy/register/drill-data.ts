import type { Register } from './personal-table.ts';

/** What a user practices, and the drills that they wrote as a coach. */
export const drillData: Register = {
  drill_tries: {
    about: 'Your answers to drills',
    why: 'To decide when each drill returns, and to show what you should work on',
    owner: { column: 'user_id' },
    exported: [
      'drill_id',
      'version',
      'chosen',
      'score',
      'rating',
      'leak',
      'took_ms',
      'at',
      'day',
      'taken_back_at',
    ],
    onDeletion: { rows: 'erased' },
  },
  drill_states: {
    about: 'When each of your drills returns',
    why: 'To ask you before you forget',
    owner: { column: 'user_id' },
    exported: ['drill_id', 'due_on', 'reps', 'lapses', 'last_on', 'buried_on'],
    onDeletion: { rows: 'erased' },
  },
  drill_reports: {
    about: 'Drills that you reported as unclear',
    why: 'To correct them',
    owner: { column: 'user_id' },
    exported: ['drill_id', 'version', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
  study_suggestions: {
    about: 'Suggestions of what to study next',
    why: 'To suggest something else after you postpone one',
    owner: { column: 'user_id' },
    exported: ['kind', 'place_id', 'days_shown', 'last_shown_on', 'put_off_on'],
    onDeletion: { rows: 'erased' },
  },
  deck_students: {
    about: 'Decks that you practice',
    why: 'To show them to you',
    owner: { column: 'user_id' },
    exported: ['deck_id', 'added_at', 'paused_at'],
    onDeletion: { rows: 'erased' },
  },
  drill_versions: {
    about: 'Versions of drills that you wrote as a coach',
    why: 'To know who changed a drill',
    owner: { column: 'created_by' },
    exported: ['drill_id', 'version', 'prompt', 'options', 'reason', 'created_at'],
    onDeletion: { rows: 'retained', cleared: ['created_by'], because: 'Drills belong to the academy' },
  },
  drills: {
    about: 'Drills that were made for you or by you',
    why: 'To ask them, and to know who wrote them',
    owner: { column: 'created_by' },
    exported: ['id', 'deck_id', 'kind', 'leak', 'created_at', 'archived_at'],
    onDeletion: {
      rows: 'retained',
      cleared: ['created_by'],
      because: 'Drills of the academy stay; those of your own deck are erased with it',
    },
  },
  decks: {
    about: 'Your own deck of drills',
    why: 'To collect drills from your mistakes',
    owner: { column: 'owner_id' },
    exported: ['id', 'title', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
};
