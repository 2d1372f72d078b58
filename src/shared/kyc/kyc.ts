import { z } from 'zod';
import { contactFields, dateOfBirthSchema, documentReference } from '../auth/accounts.ts';
import { documentTypes, type KycStatus, kycStatuses } from '../enums.ts';
import { limits, uploadPurposes } from '../limits.ts';
import { optionalText, requiredLine } from '../text-schemas.ts';
import { kycReasons, requestedItems } from './kyc-reasons.ts';
import { kycFindingsView, kycFlags, kycPositionView } from './kyc-review.ts';

/** The status changes that decisions may make. Undoing a decision restores the previous status. */
export const kycTransitions: Record<KycStatus, readonly KycStatus[]> = {
  pending: ['approved', 'rejected', 'requires_review'],
  requires_review: ['approved', 'rejected'],
  approved: ['requires_review'],
  rejected: ['requires_review', 'approved'],
};

export function canMoveKyc(from: KycStatus, to: KycStatus): boolean {
  return kycTransitions[from].includes(to);
}

const bothSides = 'Please upload both front and back sides of your document before submitting.';
const documentSide = z.string({ error: bothSides }).trim().min(1, bothSides).pipe(documentReference);

/** POST /api/kyc/application. Fields that end in 1 are about the front of the document, those in 2 about its back. */
export const kycApplicationInput = z.object({
  firstName: requiredLine('First name is required', limits.nameMaxLength),
  lastName: requiredLine('Last name is required', limits.nameMaxLength),
  dateOfBirth: dateOfBirthSchema,
  ...contactFields,
  documentType1: z.enum(documentTypes, { error: 'Document type is required' }).default('passport'),
  documentType2: z.enum(documentTypes, { error: 'Document type is required' }).default('drivers_license'),
  documentNumber1: requiredLine('Document 1 number is required', 60),
  documentNumber2: requiredLine('Document 2 number is required', 60),
  documentImageUrl1: documentSide,
  documentImageUrl2: documentSide,
});
export type KycApplicationInput = z.infer<typeof kycApplicationInput>;

/** Optional body of POST /api/objects/upload. */
export const uploadRequestInput = z
  .object({
    purpose: z.enum(uploadPurposes).optional(),
    contentType: z.string().trim().toLowerCase().max(100).optional(),
    size: z.int().positive().optional(),
    filename: z.string().max(300).optional(),
  })
  .nullish();

export const uploadGrantView = z.object({
  uploadURL: z.string(),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()),
  expiresAt: z.string(),
  maxBytes: z.number(),
});
export type UploadGrant = z.infer<typeof uploadGrantView>;

/** PUT /api/kyc/document. */
export const secureDocumentInput = z.object({ documentImageUrl: documentReference });
export const securedDocumentView = z.object({ objectPath: z.string() });

/** The user's own application. `adminNotes` is written for the applicant. */
export const kycApplicationView = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  status: z.enum(kycStatuses),
  supersededAt: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  documentType1: z.enum(documentTypes),
  documentType2: z.enum(documentTypes),
  reviewedAt: z.string().nullable(),
  adminNotes: z.string().nullable(),
  reasonCode: z.enum(kycReasons).nullable(),
  /** False after a final rejection, which allows one appeal but no new application. */
  canResubmit: z.boolean(),
  requestedItems: z.array(z.enum(requestedItems)),
  appealedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type KycApplication = z.infer<typeof kycApplicationView>;

export const kycEventKinds = ['submission', 'decision', 'appeal', 'undo'] as const;
export type KycEventKind = (typeof kycEventKinds)[number];

export const kycEventView = z.object({
  id: z.uuid(),
  fromStatus: z.enum(kycStatuses).nullable(),
  toStatus: z.enum(kycStatuses),
  kind: z.enum(kycEventKinds),
  note: z.string().nullable(),
  internalNote: z.string().nullable(),
  reasonCode: z.enum(kycReasons).nullable(),
  actorName: z.string().nullable(),
  createdAt: z.string(),
});

/** An event as the applicant sees it: without names and notes. An undone decision and its undo are left out. */
const kycStepView = z.object({
  kind: z.enum(kycEventKinds).exclude(['undo']),
  status: z.enum(kycStatuses),
  at: z.string(),
});
export type KycStep = z.infer<typeof kycStepView>;

/** GET /api/kyc/applications/user. */
export const ownKycApplicationView = kycApplicationView.extend({
  /** Oldest first. */
  history: z.array(kycStepView),
});
export type OwnKycApplication = z.infer<typeof ownKycApplicationView>;

/** The date of birth and the `contactFields`, as the applicant entered them. */
export const applicantDetails = {
  dateOfBirth: z.string(),
  phoneNumber: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  postalCode: z.string(),
};

/** An application as admins see it: all fields, both images, its user and its history. */
export const adminKycApplicationView = kycApplicationView.extend({
  ...applicantDetails,
  /**
   * In full only for an admin with recent authentication, and only for a limited number of users per response and per
   * hour. All other numbers, and erased ones, are masked, such as `•••• 4567`.
   */
  documentNumber1: z.string(),
  documentNumber2: z.string(),
  documentImageUrl1: z.string(),
  documentImageUrl2: z.string(),
  documentContentType1: z.string().nullable(),
  documentContentType2: z.string().nullable(),
  /** When both images, and the numbers except for their last characters, were erased. */
  documentsErasedAt: z.string().nullable(),
  reviewedBy: z.uuid().nullable(),
  reviewerName: z.string().nullable(),
  /** Notes that only admins see. */
  internalNotes: z.string().nullable(),
  flags: z.array(z.enum(kycFlags)),
  assignedTo: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  user: z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: z.string(),
    kycStatus: z.enum(kycStatuses),
    createdAt: z.string(),
  }),
  events: z.array(kycEventView),
});
export type AdminKycApplication = z.infer<typeof adminKycApplicationView>;

/** The document numbers in full, unless they were erased. In the queue, they are masked. */
export const documentNumbersView = z.object({ documentNumber1: z.string(), documentNumber2: z.string() });
export type DocumentNumbers = z.infer<typeof documentNumbersView>;

/** One side of a document of the user. Listed only if the academy lets students open their documents. */
export const ownDocumentView = z.object({
  applicationId: z.uuid(),
  side: z.enum(['front', 'back']),
  /** `/objects/{id}` */
  address: z.string(),
  contentType: z.string(),
});
export type OwnDocument = z.infer<typeof ownDocumentView>;

/** PUT /api/admin/kyc/applications/{id}/status. */
export const kycStatusInput = z.object({
  id: z.uuid('Unknown application'),
  status: z
    .enum(kycStatuses)
    .exclude(['pending'], { error: 'Status must be approved, rejected or requires_review' }),
  /** The status that the admin saw. If it has changed since, the decision is rejected. */
  seenStatus: z.enum(kycStatuses).nullish(),
  /** The requested items that the admin saw. If they have changed since, the decision is rejected. */
  seenItems: z.array(z.enum(requestedItems)).max(requestedItems.length).nullish(),
  adminNotes: optionalText(limits.notesMaxLength).nullish(),
  internalNotes: optionalText(limits.notesMaxLength).nullish(),
  reasonCode: z.enum(kycReasons, { error: 'Choose a reason from the list' }).nullish(),
  /** False makes a rejection final. Ignored for other decisions. */
  canResubmit: z.boolean().nullish(),
  /** The requested items; used for `requires_review` only. */
  requestedItems: z.array(z.enum(requestedItems)).max(requestedItems.length).nullish(),
});

/** A case with the details of its page. */
export const kycCaseView = z.object({
  application: adminKycApplicationView,
  /** The newest application of the same person, which counts instead of this one; null if this is the newest. */
  newerId: z.uuid().nullable(),
  /** The latest times at which admins viewed or downloaded a side of the document. */
  documentViews: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      side: z.enum(['front', 'back']),
      how: z.enum(['viewed', 'downloaded']),
      byName: z.string().nullable(),
    }),
  ),
  findings: kycFindingsView,
  /** Where the case is in the list that it was opened from; null if the list does not contain it. */
  position: kycPositionView.nullable(),
  /**
   * The next application that waits for an admin and matches the filters of the list; after the last one, the oldest.
   * Skips applications that another admin has claimed. Null if there is no other.
   */
  next: z
    .object({ id: z.uuid(), firstName: z.string(), lastName: z.string(), createdAt: z.string() })
    .nullable(),
});
export type KycCase = z.infer<typeof kycCaseView>;
