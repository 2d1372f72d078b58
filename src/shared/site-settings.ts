import type { PaletteKey } from './palettes.ts';

/** What requires an approved identity. */
export const kycGates = ['off', 'purchases'] as const;
export type KycGate = (typeof kycGates)[number];

/** The public settings with their defaults. Separate from settings.ts, so that public pages do not load its schemas. */
export const siteSettingsDefaults = {
  academyName: 'Poker Academy',
  palette: 'teal' as PaletteKey,
  watchDemoUrl: '',
  tutorialVideoUrl: '',
  desktopAppUrl: '',
  discordUrl: '',
  whatsappUrl: '',
  telegramUrl: '',
  companyName: '',
  companyAddress: '',
  companyRegistration: '',
  /** One coach per line, `Name: a short story`. */
  coaches: '',
  answerHours: 48,
  supportEmail: '',
  supportPhone: '',
  statementDescriptor: 'POKER ACADEMY',
  claimMembers: '15,000+',
  claimStudents: '500+',
  claimSuccessRate: '95%',
  claimSupport: '24/7',
  claimLiveSessions: 'Daily',
  salesTermsLaw: 'New Jersey',
  siteTermsLaw: 'Netherlands',
  reviewHoursFrom: 24,
  reviewHoursTo: 48,
  documentRetentionDays: 30,
  /** Hours after which uploaded files that nothing refers to are removed. */
  unclaimedUploadHours: 24,
  kycGate: 'off' as KycGate,
  requireVerifiedEmailAtCheckout: false,
  dailyIsPublic: true,
};
export type SiteSettings = typeof siteSettingsDefaults;

export type Coach = { name: string; story: string };

/** Parses the coaches setting. Lines without a name are dropped. */
export function readCoaches(text: string): Coach[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', ...story] = line.split(':');
    return name.trim() === '' ? [] : [{ name: name.trim(), story: story.join(':').trim() }];
  });
}

/** The seller as one line: name, address and registration; empty until an admin has set it. */
export function companyLine({
  companyName,
  companyAddress,
  companyRegistration,
}: Pick<SiteSettings, 'companyName' | 'companyAddress' | 'companyRegistration'>): string {
  return [companyName, companyAddress, companyRegistration].filter((part) => part !== '').join(', ');
}

/** The `tel:` URL of a phone number, without spaces, hyphens and brackets. */
export function phoneUrl(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

/** The seller on receipts: the company, or the academy's name until an admin has set a company. */
export function sellerText(settings: SiteSettings): string {
  return companyLine(settings) || settings.academyName;
}

/** The time within which messages and refund requests are answered, as text: "2 days" or "36 hours". */
export function answerTimeText({ answerHours }: Pick<SiteSettings, 'answerHours'>): string {
  if (answerHours % 24 !== 0) return answerHours === 1 ? '1 hour' : `${answerHours} hours`;
  return answerHours === 24 ? '1 day' : `${answerHours / 24} days`;
}

/** How long an identity review takes, as text: "24-48 hours". */
export function reviewTimeText({
  reviewHoursFrom,
  reviewHoursTo,
}: Pick<SiteSettings, 'reviewHoursFrom' | 'reviewHoursTo'>): string {
  if (reviewHoursFrom !== reviewHoursTo) return `${reviewHoursFrom}-${reviewHoursTo} hours`;
  return reviewHoursTo === 1 ? '1 hour' : `${reviewHoursTo} hours`;
}
