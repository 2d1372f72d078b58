import type { Register } from './personal-table.ts';

/** Actions of staff, and records stored for security. */
export const staffData: Register = {
  audit_log: {
    about: 'Your actions that are recorded for security',
    why: 'To investigate abuse and mistakes',
    owner: { column: 'actor_id' },
    exported: ['at', 'action', 'subject_type', 'subject_id', 'ip'],
    byOthers: {
      column: 'about_user_id',
      about: 'Recorded actions of the academy that concern you, such as openings of your identity documents',
      why: 'To show what was done with your account and your data, and when',
      exported: ['at', 'action', 'subject_type', 'subject_id'],
    },
    onDeletion: {
      rows: 'retained',
      cleared: [],
      because: 'The log is append-only; only old IP addresses are cleared',
    },
  },
  settings: {
    about: 'Settings of the academy that you changed',
    why: 'To know who changed them',
    owner: { column: 'updated_by' },
    exported: ['key', 'updated_at'],
    onDeletion: { rows: 'retained', cleared: ['updated_by'], because: 'The settings are the academy’s' },
  },
  site_texts: {
    about: 'Texts of the academy that you changed',
    why: 'To know who changed them',
    owner: { column: 'changed_by' },
    exported: ['key', 'version', 'changed_at'],
    onDeletion: { rows: 'retained', cleared: ['changed_by'], because: 'The texts are the academy’s' },
  },
  site_logos: {
    about: 'Logos of the academy that you uploaded',
    why: 'To know who changed them',
    owner: { column: 'changed_by' },
    exported: ['theme', 'changed_at'],
    onDeletion: { rows: 'retained', cleared: ['changed_by'], because: 'The logos are the academy’s' },
  },
  announcements: {
    about: 'Announcements of the academy that you wrote',
    why: 'To know who wrote them',
    owner: { column: 'created_by' },
    exported: ['message', 'starts_at', 'ends_at', 'created_at'],
    onDeletion: { rows: 'retained', cleared: ['created_by'], because: 'They are the academy’s' },
  },
  hand_links: {
    about: 'Hands of the academy that you attached to sessions and PDFs',
    why: 'To know who attached them',
    owner: { column: 'created_by' },
    exported: ['hand_id', 'caption', 'created_at'],
    onDeletion: { rows: 'retained', cleared: ['created_by'], because: 'They are the academy’s' },
  },
  legal_notices: {
    about: 'Notices of changed terms that you sent',
    why: 'To know who sent them',
    owner: { column: 'created_by' },
    exported: ['document', 'summary', 'effective_on', 'created_at'],
    onDeletion: { rows: 'retained', cleared: ['created_by'], because: 'They are the academy’s' },
  },
  reply_templates: {
    about: 'Templates for replies that you wrote',
    why: 'To know who wrote them',
    owner: { column: 'updated_by' },
    exported: ['title', 'body', 'updated_at'],
    onDeletion: { rows: 'retained', cleared: ['updated_by'], because: 'They are the academy’s' },
  },
  product_file_versions: {
    about: 'Files of products that you uploaded',
    why: 'To know who uploaded them',
    owner: { column: 'added_by' },
    exported: ['product_id', 'number', 'added_at'],
    onDeletion: { rows: 'retained', cleared: ['added_by'], because: 'They are the academy’s' },
  },
  owner_confirmations: {
    about: 'Settings and facts of the academy that you confirmed',
    why: 'To know who confirmed them',
    owner: { column: 'confirmed_by' },
    exported: ['point', 'confirmed_at'],
    onDeletion: { rows: 'retained', cleared: ['confirmed_by'], because: 'They are the academy’s' },
  },
};
