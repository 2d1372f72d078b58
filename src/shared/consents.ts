/**
 * What stands above the button that creates an account, in the pieces that the form needs for its two links. The log
 * of consents keeps the same words (N6).
 */
export const registrationStatement = {
  lead: 'By creating an account you accept the ',
  terms: 'Terms of Service',
  and: ' and the ',
  privacy: 'Privacy Policy',
  end: '.',
} as const;

/** The statement as one sentence. */
export const registrationSentence = Object.values(registrationStatement).join('');
