import type { ConfirmationPoint } from '../../../../shared/settings.ts';
import { emailGroups, emailTexts } from '../../../../shared/site-texts/email-texts.ts';
import { type PageTextKey, pageSections, pageTexts } from '../../../../shared/site-texts/page-texts.ts';

/** Terms by which admins search for a setting, besides its label and its hint. */
export const settingSearchTerms: Partial<Record<ConfirmationPoint, string>> = {
  academyName: 'title brand site sender of emails from',
  supportEmail: 'mail address contact reply sender',
  supportPhone: 'telephone number call',
  answerHours: 'refunds response time',
  companyAddress: 'street city location postal',
  companyRegistration: 'vat id chamber of commerce',
  coaches: 'coach teachers trainers about us team',
  statementDescriptor: 'stripe payment charge bank card',
  salesTermsLaw: 'country state',
  siteTermsLaw: 'country state',
  askWithdrawalWaiver: 'refund cancel cancellation eu consumer',
  automaticTax: 'taxes',
  timeZone: 'timezone clock',
  minimumAge: 'years old birth underage',
  documentRetentionDays: 'delete erase deletion gdpr data',
  unclaimedUploadHours: 'delete erase deletion files',
  kycGate: 'buy purchases checkout',
  requireVerifiedEmailAtCheckout: 'buy purchases confirm sign up signup',
  studentsSeeOwnPapers: 'passport kyc id card',
  passwordPolicy: 'sign up signup',
};

const labelsOf = (keys: readonly PageTextKey[]) => keys.map((key) => pageTexts[key].label);

/** Terms by which admins search for a panel of texts. Each key is a section of the settings. */
export const panelSearchTerms: Readonly<Record<string, string>> = {
  pages: Object.values(pageSections)
    .flatMap(({ title, keys }) => [title, ...labelsOf(keys)])
    .join(' '),
  emails: emailGroups
    .flatMap(({ title, emails }) => [title, ...emails.map((email) => emailTexts[email].name)])
    .join(' '),
};
