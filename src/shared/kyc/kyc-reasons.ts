/** Reasons to reject or return an application. The database enforces the same list (migrations). */
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

/** `label` is for reviewers; `advice` is shown to the applicant. */
export const kycReasonTexts: Record<KycReason, { label: string; advice: string }> = {
  unreadable: {
    label: 'Unreadable',
    advice:
      'The text in the picture could not be read. Hold the camera still, in daylight, and fill the frame.',
  },
  cropped: {
    label: 'Cropped',
    advice: 'A part of the document is cut off. Take the picture again so that all four corners are in it.',
  },
  glare: {
    label: 'Glare',
    advice: 'A reflection covers part of the document. Turn the flash off and tilt the document a little.',
  },
  expired: {
    label: 'Expired document',
    advice: 'The document is no longer valid. Send one whose date of expiry is in the future.',
  },
  wrong_type: {
    label: 'Wrong type of document',
    advice:
      'We need a passport, a driver’s license or a national ID, of the type that you chose in the form.',
  },
  missing_side: {
    label: 'Missing side',
    advice: 'We did not receive both sides. Send one picture of the front and one of the back.',
  },
  name_mismatch: {
    label: 'Name differs',
    advice: 'The name that you typed is not the one in the document. Type it as it is printed there.',
  },
  birth_date_mismatch: {
    label: 'Date of birth differs',
    advice: 'The date of birth that you typed is not the one in the document. Please check it.',
  },
  duplicate_person: {
    label: 'Has another account',
    advice:
      'There is another account with this document. Please use that one, or write to us if it is not yours.',
  },
  suspected_alteration: {
    label: 'Possibly altered',
    advice: 'The picture seems to have been edited. Send an unedited photo of the document itself.',
  },
  under_age: {
    label: 'Younger than the minimum age',
    advice:
      'You are younger than the minimum age of the academy. Send your documents again once you have reached it.',
  },
};

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
      'A bill or letter from the last 3 months that shows your name and address, as one of the two pictures',
  },
  explanation: { label: 'Corrected details', request: 'Your details as in your document' },
};
