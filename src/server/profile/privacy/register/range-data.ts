import type { Register } from './personal-table.ts';

export const rangeData: Register = {
  range_misses: {
    about: 'Hands that you answered wrong in the range trainer',
    why: 'To ask you about these hands again',
    owner: { column: 'user_id' },
    exported: ['range_id', 'cell', 'misses', 'last_missed_at'],
    onDeletion: { rows: 'erased' },
  },
  range_progress: {
    about: 'Ranges that you trained',
    why: 'To show you what changed since you trained them',
    owner: { column: 'user_id' },
    exported: ['range_id', 'version', 'asked', 'correct', 'trained_at'],
    onDeletion: { rows: 'erased' },
  },
  range_versions: {
    about: 'Versions of your ranges',
    why: 'To show what changed',
    owner: { column: 'owner_id', through: { column: 'range_id', table: 'ranges' } },
    exported: ['range_id', 'version', 'cells', 'note', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
  ranges: {
    about: 'Ranges that you made',
    why: 'To show them to you',
    owner: { column: 'owner_id' },
    exported: ['id', 'name', 'situation', 'draft', 'version', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
};
