import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';
import { calendarDay } from '../text-schemas.ts';
import { auditKinds } from './audit-actions.ts';

const filterText = z
  .string()
  .trim()
  .max(100, 'This filter is too long')
  .regex(/^[\w.:-]*$/, 'Use letters, digits, dots and dashes')
  .optional();

const day = calendarDay('Enter a date such as 2026-01-31').optional();

export const auditFilter = z.object({
  kind: z.enum(auditKinds, { error: 'Unknown kind' }).optional(),
  /** An action such as `document.viewed`, or a prefix of several actions, such as `kyc.`. */
  action: filterText,
  actorId: z.uuid('Enter a complete user ID').optional(),
  subjectId: filterText,
  /** First and last day, in UTC. */
  from: day,
  to: day,
});
export type AuditFilter = z.infer<typeof auditFilter>;

const person = z.object({ id: z.string(), name: z.string() });
export type AuditPerson = z.infer<typeof person>;

const auditEntryView = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string(),
  /** Null for the system. */
  actorId: z.string().nullable(),
  /** The actor's current name; `System` without an actor. */
  actorName: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** The subject's name, such as a product's current title; null if there is none. */
  subjectName: z.string().nullable(),
  /** The user whom the entry is about, with the current name; null if it is about no user. */
  about: person.nullable(),
  ip: z.string().nullable(),
  /** The recorded details that admins may see, formatted for display. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type AuditEntryView = z.infer<typeof auditEntryView>;

export const auditListInput = auditFilter.extend({ cursor: cursorInput });
export type AuditListInput = z.infer<typeof auditListInput>;

export const auditPageView = pageView(auditEntryView).extend({
  /** The users whose ids the filter contains; null without such an id, and for an unknown or deleted user. */
  filtered: z.object({ actor: person.nullable(), subject: person.nullable() }),
});
export type AuditPage = z.infer<typeof auditPageView>;
