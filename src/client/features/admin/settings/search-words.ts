import type { ConfirmationPoint } from '../../../../shared/settings.ts';
import { emailGroups, emailTexts } from '../../../../shared/site-texts/email-texts.ts';
import { type PageTextKey, pageSections, pageTexts } from '../../../../shared/site-texts/page-texts.ts';
import type { SettingSection } from './setting-sections.ts';

/** What owners call a section and everything in it. */
export const sectionWords: Partial<Record<SettingSection, string>> = {
  look: 'brand branding colour colours color colors theme design palette picture image favicon',
  pages: 'landing home page title heading headlines copy wording seo search engine description footer',
  company: 'business seller legal entity imprint about us team',
  links: 'url social media community chat youtube',
  claims: 'numbers statistics testimonials members students results home page',
  prices:
    'price pricing cost fee amount currency dollar usd subscription plan plans tier tiers silver gold diamond',
  announcement: 'banner bar news message notice',
  legal: 'terms conditions privacy policy law jurisdiction',
  notices: 'terms conditions privacy policy consent',
  emails: 'mail mails templates messages sender newsletter wording subject',
  review: 'kyc verification passport id card identity documents approve registration sign up signup sign-up',
  files: 'pdf pdfs download downloads watermark copy protection',
  hands: 'hand history histories limit storage ranges',
  coaching: 'coach coaches questions answers drills',
  security: 'login log in sign in signin password two-factor 2fa',
};

/** What owners call a setting. */
export const settingWords: Partial<Record<ConfirmationPoint, string>> = {
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

/** What is in a panel without settings. */
export const panelWords: Partial<Record<SettingSection, string>> = {
  pages: Object.values(pageSections)
    .flatMap(({ title, keys }) => [title, ...labelsOf(keys)])
    .join(' '),
  emails: emailGroups
    .flatMap(({ title, emails }) => [title, ...emails.map((email) => emailTexts[email].name)])
    .join(' '),
};
