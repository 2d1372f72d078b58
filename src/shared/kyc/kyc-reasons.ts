/** Reasons to reject an application or to request a response. The database enforces the same list (migrations). */
export const kycReasons = [
  'unreadable',
  'cropped',
  'glare',
  'expired',
  'wrong_type',
  'missing_side',
  'name_mismatch',
  'birth_date_mismatch',
  'duplicate_person',
  'suspected_alteration',
  'under_age',
] as const;
export type KycReason = (typeof kycReasons)[number];

type ReasonTexts = { label: string; problem: string; advice?: string };

/** `label` is for reviewers. The applicant reads `problem` and, unless the rejection is final, `advice`. */
export const kycReasonTexts: Record<KycReason, ReasonTexts> = {
  unreadable: {
    label: 'Unreadable',
    problem: 'The text in the picture could not be read.',
    advice: 'Hold the camera still, in daylight, and fill the frame.',
  },
  cropped: {
    label: 'Cropped',
    problem: 'A part of the document is cut off.',
    advice: 'Take the picture again so that all four corners are in it.',
  },
  glare: {
    label: 'Glare',
    problem: 'A reflection covers part of the document.',
    advice: 'Turn the flash off and tilt the document a little.',
  },
  expired: {
    label: 'Expired document',
    problem: 'The document is no longer valid.',
    advice: 'Send one whose date of expiry is in the future.',
  },
  wrong_type: {
    label: 'Wrong type of document',
    problem: 'The document is not of the type that you chose in the form.',
    advice: 'Choose the type of the document that you send: a passport, a driver’s license or a national ID.',
  },
  missing_side: {
    label: 'Missing side',
    problem: 'We did not receive both sides.',
    advice: 'Send one picture of the front and one of the back.',
  },
  name_mismatch: {
    label: 'Name differs',
    problem: 'The name that you typed is not the one in the document.',
    advice: 'Type it as it is printed there.',
  },
  birth_date_mismatch: {
    label: 'Date of birth differs',
    problem: 'The date of birth that you typed is not the one in the document.',
    advice: 'Please check it.',
  },
  duplicate_person: {
    label: 'Has another account',
    problem:
      'There is another account with this document. Please use that one, or write to us if it is not yours.',
  },
  suspected_alteration: {
    label: 'Possibly altered',
    problem: 'The picture seems to have been edited.',
    advice: 'Send an unedited photo of the document itself.',
  },
  under_age: {
    label: 'Younger than the minimum age',
    problem: 'You are younger than the minimum age of the academy.',
    advice: 'Send your documents again once you have reached it.',
  },
};

/** What the applicant reads about the reason. */
export function kycReasonText(reason: KycReason, isFinal: boolean): string {
  const { problem, advice } = kycReasonTexts[reason];
  return isFinal || advice === undefined ? problem : `${problem} ${advice}`;
}

/** What a reviewer can request from an applicant. */
export const requestedItems = [
  'front_side',
  'back_side',
  'other_document',
  'proof_of_address',
  'explanation',
] as const;
export type RequestedItem = (typeof requestedItems)[number];

export const requestedItemTexts: Record<RequestedItem, { label: string; request: string }> = {
  front_side: { label: 'Front side', request: 'A new picture of the front side' },
  back_side: { label: 'Back side', request: 'A new picture of the back side' },
  other_document: { label: 'Another document', request: 'Both sides of another identity document' },
  proof_of_address: {
    label: 'Proof of address',
    request:
      'In place of one of the two pictures, a bill or letter from the last 3 months with your name and address',
  },
  explanation: { label: 'Corrected details', request: 'Your details as in your document' },
};
