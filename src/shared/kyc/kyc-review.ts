import { z } from 'zod';
import { documentTypes, kycStatuses } from '../enums.ts';
import { requiredLine } from '../text-schemas.ts';
import { requestedItems } from './kyc-reasons.ts';

/** Warnings for the reviewer. They never change a status. */
export const kycFlags = [
  'duplicate_number',
  'duplicate_image',
  'under_age',
  'name_differs',
  'types_differ',
] as const;
export type KycFlag = (typeof kycFlags)[number];

export const kycFlagLabels: Record<KycFlag, string> = {
  duplicate_number: 'Number used twice',
  duplicate_image: 'File used twice',
  under_age: 'Under age',
  name_differs: 'Name differs',
  types_differ: 'Types differ',
};

/** Seconds in which a decision can be undone before its email is sent. */
export const undoSeconds = 10;

/** `open`: applications that wait for an admin. `asked`: applications that wait for the applicant. */
export const queueFilters = [
  'open',
  'asked',
  'pending',
  'requires_review',
  'approved',
  'rejected',
  'all',
] as const;
export type QueueFilter = (typeof queueFilters)[number];

export const queueAssignees = ['me', 'nobody'] as const;

export const kycQueueInput = z.object({
  status: z.enum(queueFilters).default('open'),
  /** An ISO 3166-1 code, which matches all spellings of the country, or free text. */
  country: z.string().max(200).optional(),
  documentType: z.enum(documentTypes).optional(),
  flag: z.enum(kycFlags).optional(),
  assignee: z.enum(queueAssignees).optional(),
  /** Part of a name or an email. */
  q: z.string().trim().max(100).optional(),
  /** The id of the last case on the previous page. */
  after: z.uuid().optional(),
  limit: z.int().min(1).max(100).default(25),
});
export type KycQueueInput = z.input<typeof kycQueueInput>;

const kycQueueItemView = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  status: z.enum(kycStatuses),
  /** The items that an admin requested from the applicant. */
  requestedItems: z.array(z.enum(requestedItems)),
  /** When the user replaced the undecided application with a newer one; else null. */
  supersededAt: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  country: z.string(),
  /** The types that the applicant stated for the front (1) and the back (2). */
  documentType1: z.enum(documentTypes),
  documentType2: z.enum(documentTypes),
  /** Masked, such as `•••• 4567`. */
  documentNumber1: z.string(),
  documentNumber2: z.string(),
  documentsErasedAt: z.string().nullable(),
  createdAt: z.string(),
  flags: z.array(z.enum(kycFlags)),
  assignedTo: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
});
export type KycQueueItem = z.infer<typeof kycQueueItemView>;

export const kycQueueView = z.object({
  /** Oldest first for the filters `open`, `pending` and `requires_review`; newest first for all others. */
  items: z.array(kycQueueItemView),
  /** Pass it as `after` to get the next page. */
  next: z.uuid().nullable(),
  counts: z.object({
    open: z.int(),
    asked: z.int(),
    pending: z.int(),
    requires_review: z.int(),
    approved: z.int(),
    rejected: z.int(),
    all: z.int(),
  }),
  /** The countries of all applications, for the filter. */
  countries: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type KycQueue = z.infer<typeof kycQueueView>;

export const caseIdInput = z.object({ id: z.uuid('Unknown application') });

/** A case, and the filters of the list it was opened from. They also select the next case. */
export const kycCaseInput = caseIdInput.extend(
  kycQueueInput.pick({ status: true, country: true, documentType: true, flag: true, assignee: true, q: true })
    .shape,
);

/** The cases of a list are counted up to this number. */
export const maxCounted = 1_000;

/** The position of a case in a list, such as 3 of 11. A number above `maxCounted` is null. */
export const kycPositionView = z.object({
  number: z.int().nullable(),
  of: z.int().nullable(),
  previousId: z.uuid().nullable(),
  followingId: z.uuid().nullable(),
});
export type KycPosition = z.infer<typeof kycPositionView>;

const kycMatchView = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(kycStatuses),
  /** When the application was decided; when it was submitted if there is no decision. */
  at: z.string(),
});
export type KycMatch = z.infer<typeof kycMatchView>;

/** Details of the flags of a case. */
export const kycFindingsView = z.object({
  age: z.int(),
  minimumAge: z.int(),
  /** The newest applications of other users that have the same document number. */
  sameNumber: z.array(kycMatchView),
  /** The newest applications of other users that have the same file. */
  sameFile: z.array(kycMatchView),
});
export type KycFindings = z.infer<typeof kycFindingsView>;

export const appealLength = 1_000;

/** The appeal against a final rejection. Only one is allowed. */
export const kycAppealInput = z.object({
  id: z.uuid('Unknown application'),
  message: requiredLine('Tell us why the decision should be looked at again', appealLength),
});

export const undoDecisionInput = z.object({ id: z.uuid('Unknown application'), eventId: z.uuid() });
