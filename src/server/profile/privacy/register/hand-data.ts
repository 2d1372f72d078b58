import type { Register } from './personal-table.ts';

const ofHand = { column: 'owner_id', through: { column: 'hand_id', table: 'hands' } } as const;

export const handData: Register = {
  hands: {
    about: 'Hands that you stored',
    why: 'To show them to you, step by step',
    owner: { column: 'owner_id' },
    exported: [
      'id',
      'line',
      'title',
      'note',
      'starred',
      'show_stakes',
      'played_on',
      'model',
      'source_text',
      'created_at',
    ],
    onDeletion: { rows: 'erased' },
  },
  hand_notes: {
    about: 'Your notes in hands',
    why: 'To show each to you at its action in the hand',
    owner: ofHand,
    exported: ['hand_id', 'at_action', 'text', 'updated_at'],
    onDeletion: { rows: 'erased' },
  },
  hand_labels: {
    about: 'Your labels for opponents',
    why: 'To show them to you beside their seat',
    owner: ofHand,
    exported: ['hand_id', 'seat', 'label'],
    onDeletion: { rows: 'erased' },
  },
  hand_shares: {
    about: 'Links to your hands',
    why: 'To show a hand to people to whom you gave its link',
    owner: ofHand,
    exported: ['hand_id', 'mode', 'opens', 'created_at', 'revoked_at'],
    onDeletion: { rows: 'erased' },
  },
  starred_hands: {
    about: 'Hands of the academy that you starred',
    why: 'To let you return to them',
    owner: { column: 'user_id' },
    exported: ['hand_id', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
};
