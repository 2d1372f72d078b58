import { retention } from '../../../../shared/profile/retention.ts';
import { companyLine, type SiteSettings } from '../../../../shared/site-settings.ts';
import type { LegalPlaceholder, LegalTextView } from '../../../../shared/site-texts/legal-texts.ts';

/** The values of the placeholders in both legal texts. */
export function legalValues(
  settings: SiteSettings,
  session: LegalTextView['session'] | undefined,
): Record<LegalPlaceholder, string> {
  const { academyName, siteTermsLaw, salesTermsLaw, statementDescriptor } = settings;
  const { documentRetentionDays, unclaimedUploadHours } = settings;
  const company = companyLine(settings);
  return {
    academy: academyName,
    we: company === '' ? '“we”' : `“we”: ${company}`,
    company,
    siteLaw: siteTermsLaw,
    salesLaw: salesTermsLaw,
    descriptor: statementDescriptor,
    uploadHours: `${unclaimedUploadHours} hours`,
    documentDays: documentRetentionDays === 1 ? 'one day' : `${documentRetentionDays} days`,
    idleDays: String(session?.idleDays ?? retention.sessionIdleDays),
    sessionDays: String(session?.maxDays ?? retention.sessionMaxDays),
    deviceDays: String(retention.deviceDays),
    signInMonths: String(retention.signInMonths),
    addressDays: String(retention.signInAddressDays),
    fileMonths: String(retention.fileAccessMonths),
    contactMonths: String(retention.contactMonths),
    recordMonths: String(retention.recordAddressMonths),
  };
}
