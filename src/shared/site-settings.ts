/** What requires an approved identity. */
export const kycGates = ['off', 'purchases'] as const;
export type KycGate = (typeof kycGates)[number];

/**
 * The public settings with their defaults. Separate from settings.ts, so that public pages load these values without the
 * schemas.
 */
export const siteSettingsDefaults = {
  academyName: 'Poker Academy',
  watchDemoUrl: '',
  tutorialVideoUrl: '',
  desktopAppUrl: '',
  discordUrl: '',
  whatsappUrl: '',
  telegramUrl: '',
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
  kycGate: 'off' as KycGate,
  requireVerifiedEmailAtCheckout: false,
};
export type SiteSettings = typeof siteSettingsDefaults;

/** How long a review takes, in the words of the screens: "24-48 hours". */
export function reviewTimeText({
  reviewHoursFrom,
  reviewHoursTo,
}: Pick<SiteSettings, 'reviewHoursFrom' | 'reviewHoursTo'>): string {
  if (reviewHoursFrom !== reviewHoursTo) return `${reviewHoursFrom}-${reviewHoursTo} hours`;
  return reviewHoursTo === 1 ? '1 hour' : `${reviewHoursTo} hours`;
}
