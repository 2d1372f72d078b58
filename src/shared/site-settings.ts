/**
 * The settings that everyone may read, with what they are until the owner changes them. Apart from settings.ts, so
 * that the public pages carry these values without the schemas.
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
};
export type SiteSettings = typeof siteSettingsDefaults;
