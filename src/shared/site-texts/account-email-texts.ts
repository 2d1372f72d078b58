import type { EmailText } from './email-placeholders.ts';

const nothingToDo = 'There is nothing you need to do. We will email you as soon as there is a decision.';

/** The original texts of emails about accounts, identity and data. */
export const accountEmailTexts = {
  verify_email: {
    name: 'Verify the email address',
    subject: 'Verify your email address',
    body: 'Please confirm that this address is yours.',
    closing:
      'The link works once, within 24 hours. If you have no account with us, please ignore this email.',
  },
  password_reset: {
    name: 'Forgotten password',
    subject: 'Choose a new password',
    body: 'Someone, hopefully you, asked to reset the password of your account.',
    closing:
      'The link works once, within 60 minutes. If you did not ask for it, please ignore this email. Your password stays as it is.',
  },
  password_reset_by_academy: {
    name: 'New password, sent by the academy',
    subject: 'Choose a new password',
    body: 'We are sending you this link so that you can choose a new password for your account.',
    closing:
      'The link works once, within 60 minutes. Your password stays as it is until you use it. If you did not ask us for help, please ignore this email.',
  },
  email_replaced: {
    name: 'Email address changed by the academy',
    subject: 'Your email address was changed',
    body: 'The academy replaced the email address of your account. You now log in with the new address, and we no longer write to this one. All your devices were logged out.',
  },
  password_changed: {
    name: 'Password changed',
    subject: 'Your password was changed',
    body: 'The password of your account was changed, and your other devices were logged out.',
  },
  new_sign_in: {
    name: 'Login on a new device',
    subject: 'New login',
    body: 'Your account was used to log in on a new device.',
    closing:
      'If it was you, there is nothing to do. If not, choose a new password, which logs out every device.',
  },
  two_factor_on: {
    name: 'Two-factor turned on',
    subject: 'Two-factor is on',
    body: `From now on, logging in needs a code from your authenticator app. Your other devices were logged out.

Keep your recovery codes where you can find them without your phone.`,
  },
  two_factor_off: {
    name: 'Two-factor turned off',
    subject: 'Two-factor is off',
    body: 'Logging in to your account needs only your password again.',
  },
  two_factor_reset: {
    name: 'Two-factor reset by an admin',
    subject: 'Two-factor was reset for you',
    body: `The academy turned off two-factor for your account and logged out all your devices. Logging in needs only your password until you set it up again in your profile.

If you did not ask for this, choose a new password now and write to us.`,
  },
  recovery_code_used: {
    name: 'Recovery code used',
    subject: 'A recovery code was used',
    body: 'Someone, hopefully you, used one of your recovery codes. {left} left.',
    closing: 'If it was not you, choose a new password immediately.',
    placeholders: ['left'],
  },
  wrong_codes: {
    name: 'Right password, wrong codes',
    subject: 'Someone knows your password',
    body: `Your password was entered correctly, followed by five wrong codes within an hour. The logins were rejected.

If it was not you, choose a new password now: someone else knows your current one.`,
  },
  kyc_received: {
    name: 'Documents received',
    subject: 'We received your documents',
    body: `Thank you. Both sides of your document arrived safely. Our team reviews them next, which usually takes {hours}.

${nothingToDo}`,
    placeholders: ['hours'],
  },
  kyc_late: {
    name: 'Review takes longer',
    subject: 'Your review is taking longer than we promised',
    body: `We are sorry: we promised to review your documents within {hours}, and we have not finished yet.

Your application keeps its place in the queue, and there is nothing you need to do. We will email you as soon as there is a decision.`,
    placeholders: ['hours'],
  },
  kyc_approved: {
    name: 'Identity approved',
    subject: 'Your identity is verified',
    body: 'Good news: your application was approved and your identity is verified.',
  },
  kyc_rejected: {
    name: 'Identity rejected, another try possible',
    subject: 'We could not verify your identity',
    body: `We reviewed your application and could not approve it this time. The page below shows the reason and any note from our reviewer.

You can correct this and send a new application.`,
  },
  kyc_rejected_final: {
    name: 'Identity rejected for good',
    subject: 'We could not verify your identity',
    body: `We reviewed your application and could not approve it this time. The page below shows the reason and any note from our reviewer.

This decision is final. If you think it is wrong and have not appealed yet, you can appeal once, on the same page.`,
  },
  kyc_second_look: {
    name: 'Application needs a second look',
    subject: 'Your application needs a second look',
    body: `Your application needs an extra check before we can decide. ${nothingToDo}`,
  },
  kyc_items_needed: {
    name: 'Something is missing for the review',
    subject: 'We need something from you',
    body: `We cannot decide on your application yet. To continue, we need from you:

{items}

Please send it in a new application, which replaces the previous one.`,
    placeholders: ['items'],
    required: ['items'],
  },
  data_export_ready: {
    name: 'Copy of the data is ready',
    subject: 'The copy of your data is ready',
    body: 'You asked for a copy of everything we hold about you. You can download it from your profile.',
    closing: 'If you did not ask for it, change your password: someone else knows it.',
  },
  deletion_requested: {
    name: 'Deletion requested',
    subject: 'Your account will be deleted',
    body: `You asked us to delete your account. This is what happens:

{consequences}`,
    closing: 'The link works once, within {days} days.',
    placeholders: ['consequences', 'days'],
    required: ['consequences'],
  },
  deletion_by_academy: {
    name: 'Deletion by the academy',
    subject: 'Your account will be deleted',
    body: `We are deleting your account. This is what happens:

{consequences}`,
    closing: 'The link works once, within {days} days.',
    placeholders: ['consequences', 'days'],
    required: ['consequences'],
  },
  deletion_undone: {
    name: 'Deletion canceled',
    subject: 'Your account stays',
    body: 'The deletion of your account was canceled. You can log in again.',
    closing:
      'If you had sent pictures of identity documents, they have been erased. If you still need to be verified, please send them again.',
  },
  deletion_undone_suspended: {
    name: 'Deletion of a suspended account canceled',
    subject: 'Your account stays',
    body: 'The deletion of your account was canceled. The account is suspended, so you cannot log in. If you think that this is a mistake, write to us.',
    closing: 'If you had sent pictures of identity documents, they have been erased.',
  },
  deletion_done: {
    name: 'Account deleted',
    subject: 'Your account is deleted',
    body: `The time to change your mind has passed, and your account is now deleted for good.

What we held about you is erased. Records of purchases stay, without your name and address, because tax law requires them.

This is our last email to you: we have now deleted this address too.`,
  },
  legal_notice: {
    name: 'A legal text changes',
    subject: 'A change to our {texts}',
    body: `We are changing our {texts}. This is what is new:

{summary}`,
    closing: `{otherText}

Once the change has taken effect, we may ask you to accept it. If you do not agree, you may delete your account in your profile.`,
    placeholders: ['texts', 'summary', 'otherText'],
    required: ['summary'],
  },
} as const satisfies Record<string, EmailText>;
