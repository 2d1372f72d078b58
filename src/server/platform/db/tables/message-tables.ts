import type { ColumnType, Generated } from 'kysely';
import type { AnnouncementAudience, AnnouncementTone } from '../../../../shared/messages/announcements.ts';
import type { ContactTopic } from '../../../../shared/messages/contact.ts';
import type { ContactEntryKind } from '../../../../shared/messages/contact-messages.ts';
import type { NotificationKind } from '../../../../shared/messages/notifications.ts';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

export type AnnouncementsTable = {
  id: Generated<string>;
  message: string;
  link_path: string | null;
  link_label: string | null;
  tone: AnnouncementTone;
  audience: AnnouncementAudience;
  starts_at: Timestamp;
  ends_at: Timestamp;
  version: Generated<number>;
  created_by: string | null;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type NotificationsTable = {
  id: Generated<string>;
  user_id: string;
  kind: NotificationKind;
  title: string;
  body: Generated<string>;
  path: string | null;
  dedupe_key: string;
  read_at: NullableTimestamp;
  created_at: DefaultTimestamp;
};

export type EmailMessagesTable = {
  id: Generated<string>;
  kind: string;
  user_id: string | null;
  to_address: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  dedupe_key: string;
  status: Generated<'queued' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: DefaultTimestamp;
  sent_at: NullableTimestamp;
  failed_at: NullableTimestamp;
  /** When an admin dismissed the failure. */
  dismissed_at: NullableTimestamp;
};

export type EmailPreferencesTable = {
  user_id: string;
  kind: string;
  enabled: boolean;
  updated_at: DefaultTimestamp;
};

export type ContactMessagesTable = {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  email: string;
  topic: ContactTopic;
  message: string;
  due_at: NullableTimestamp;
  handled_at: NullableTimestamp;
  handled_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the last reply was sent. */
  answered_at: NullableTimestamp;
  version: Generated<number>;
  created_at: DefaultTimestamp;
};

/** Replies to a contact message, and admins' notes about it. */
type ContactEntriesTable = {
  id: Generated<string>;
  message_id: string;
  kind: ContactEntryKind;
  body: string;
  author_id: string | null;
  created_at: Timestamp;
};

type ReplyTemplatesTable = {
  id: Generated<string>;
  title: string;
  body: string;
  version: Generated<number>;
  updated_by: string | null;
  updated_at: Timestamp;
};

export type MessageTables = {
  notifications: NotificationsTable;
  mail_messages: EmailMessagesTable;
  mail_preferences: EmailPreferencesTable;
  announcements: AnnouncementsTable;
  contact_messages: ContactMessagesTable;
  contact_entries: ContactEntriesTable;
  reply_templates: ReplyTemplatesTable;
};
