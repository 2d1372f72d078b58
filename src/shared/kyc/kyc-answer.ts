import { z } from 'zod';
import { documentReference } from '../auth/accounts.ts';
import { documentTypes } from '../enums.ts';
import { requiredLine } from '../text-schemas.ts';
import { applicantDetails, kycApplicationInput } from './kyc.ts';
import { type RequestedItem, requestedItems } from './kyc-reasons.ts';

/**
 * The rule for one side of the document when an applicant responds to a request. `new`: a new image is required.
 * `kept`: the current image stays. `either`: at least one of the two sides needs a new image.
 */
export type SideRule = 'new' | 'either' | 'kept';

/** The rules for a response to these requested items. */
export function answerRules(items: readonly RequestedItem[]): {
  front: SideRule;
  back: SideRule;
  /** The type and number of another document are required. */
  otherDocument: boolean;
  /** The personal details must be corrected (the requested item `explanation`). */
  details: boolean;
} {
  const otherDocument = items.includes('other_document');
  const proof = items.includes('proof_of_address');
  const ruleOf = (item: RequestedItem, other: RequestedItem): SideRule => {
    // A proof of address replaces one image. If only one side was requested, the proof replaces the other side.
    if (otherDocument || items.includes(item) || (proof && items.includes(other))) return 'new';
    return proof ? 'either' : 'kept';
  };
  return {
    front: ruleOf('front_side', 'back_side'),
    back: ruleOf('back_side', 'front_side'),
    otherDocument,
    details: items.includes('explanation'),
  };
}

/** An application that waits for the applicant's response, and which of its images can be reused. */
export const kycRequestView = z.object({
  id: z.uuid(),
  requestedItems: z.array(z.enum(requestedItems)),
  sentAt: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ...applicantDetails,
  documentType1: z.enum(documentTypes),
  documentType2: z.enum(documentTypes),
  /** Only the last characters of the number. */
  documentNumberEnd1: z.string(),
  documentNumberEnd2: z.string(),
  /** False: the numbers were erased, so they must be entered again. */
  numbersStay: z.boolean(),
  /** False: the image was erased, so a new one is required. */
  frontStays: z.boolean(),
  backStays: z.boolean(),
});
export type KycRequest = z.infer<typeof kycRequestView>;

/** What a rejected applicant does not have to enter again: everything except the document numbers. */
export const kycLastDetailsView = kycRequestView.omit({
  id: true,
  requestedItems: true,
  sentAt: true,
  documentNumberEnd1: true,
  documentNumberEnd2: true,
  numbersStay: true,
});
export type KycLastDetails = z.infer<typeof kycLastDetailsView>;

/** A document number; blank if it is unchanged. */
const numberOrBlank = (message: string) =>
  z.union([z.string().trim().length(0), requiredLine(message, 60)]).default('');

/** The applicant's response: all text fields, but only new numbers and images. */
export const kycAnswerInput = kycApplicationInput.extend({
  id: z.uuid('Unknown application'),
  documentNumber1: numberOrBlank('Document 1 number is required'),
  documentNumber2: numberOrBlank('Document 2 number is required'),
  documentImageUrl1: documentReference.nullish(),
  documentImageUrl2: documentReference.nullish(),
});
export type KycAnswerInput = z.infer<typeof kycAnswerInput>;

/** The side of the document whose image is copied from the rejected application to the next one. */
export const reuseSideInput = z.object({ side: z.enum(['front', 'back']) });
