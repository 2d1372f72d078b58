import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';

const filterText = z
  .string()
  .trim()
  .max(100, 'This filter is too long')
  .regex(/^[\w.:-]*$/, 'Use letters, digits, dots and dashes')
  .optional();

export const auditFilter = z.object({
  /** A prefix of the action, such as `kyc.` or `document.viewed`. */
  action: filterText,
  actorId: z.uuid('Enter a whole user id').optional(),
  subjectId: filterText,
});
export type AuditFilter = z.infer<typeof auditFilter>;

const auditEntryView = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string(),
  /** Null for the system. */
  actorId: z.string().nullable(),
  /** The actor's current name. */
  actorName: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  ip: z.string().nullable(),
  /** Recorded details, formatted for display. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type AuditEntryView = z.infer<typeof auditEntryView>;

export const auditListInput = auditFilter.extend({ cursor: cursorInput });
export type AuditListInput = z.infer<typeof auditListInput>;

export const auditPageView = pageView(auditEntryView);
export type AuditPage = z.infer<typeof auditPageView>;
