import type { Register } from './personal-table.ts';

export const contactData: Register = {
  notifications: {
    about: 'Your notifications',
    why: 'To keep you informed while you use the academy',
    owner: { column: 'user_id' },
    exported: ['kind', 'title', 'body', 'path', 'created_at', 'read_at'],
    onDeletion: { rows: 'erased' },
  },
  analytics_events: {
    about: 'What you opened',
    why: 'To measure which parts of the academy are used',
    owner: { column: 'user_id' },
    exported: ['event_name', 'properties', 'occurred_at'],
    onDeletion: { rows: 'erased' },
  },
  consents: {
    about: 'What you agreed to',
    why: 'To prove your consent',
    owner: { column: 'user_id' },
    exported: ['kind', 'version', 'statement', 'given_at', 'ip'],
    onDeletion: { rows: 'retained', cleared: ['ip'], because: 'Proof of the contract until claims expire' },
  },
  mail_preferences: {
    about: 'Emails you switched off or on',
    why: 'To send only what you want',
    owner: { column: 'user_id' },
    exported: ['kind', 'enabled', 'updated_at'],
    onDeletion: { rows: 'erased' },
  },
  mail_messages: {
    about: 'Emails we sent you',
    why: 'To deliver them, and to prove what they said',
    owner: { column: 'user_id' },
    exported: ['kind', 'to_address', 'subject', 'status', 'created_at', 'sent_at'],
    // Emails of this kind go to admins. Their subjects name the people who wrote to the academy.
    omitted: { column: 'kind', value: 'contact_message' },
    onDeletion: { rows: 'erased' },
  },
  contact_messages: {
    about: 'Messages that you sent us while logged in',
    why: 'To answer you',
    owner: { column: 'user_id', emailColumn: 'email' },
    exported: ['name', 'email', 'topic', 'message', 'created_at', 'handled_at'],
    onDeletion: { rows: 'erased' },
  },
  contact_entries: {
    about: 'Our replies to your messages, and our notes about them',
    why: 'To answer you without asking again',
    owner: { column: 'user_id', through: { table: 'contact_messages', column: 'message_id' } },
    exported: ['kind', 'body', 'created_at'],
    onDeletion: { rows: 'erased' },
  },
};
