import { retention } from '../../../../shared/profile/retention.ts';
import { companyLine } from '../../../../shared/site-settings.ts';
import type { LegalPlaceholder } from '../../../../shared/site-texts/legal-texts.ts';
import type { SiteSettings } from '../../settings/use-site-settings.ts';

/** The values of the placeholders in both legal texts. */
export function legalValues(settings: SiteSettings): Record<LegalPlaceholder, string> {
  const { academyName, siteTermsLaw, salesTermsLaw, statementDescriptor, documentRetentionDays } = settings;
  const company = companyLine(settings);
  return {
    academy: academyName,
    we: company === '' ? '“we”' : `“we”: ${company}`,
    company,
    siteLaw: siteTermsLaw,
    salesLaw: salesTermsLaw,
    descriptor: statementDescriptor,
    documentDays: documentRetentionDays === 1 ? 'one day' : `${documentRetentionDays} days`,
    idleDays: String(retention.sessionIdleDays),
    sessionDays: String(retention.sessionMaxDays),
    deviceDays: String(retention.deviceDays),
    signInMonths: String(retention.signInMonths),
    addressDays: String(retention.signInAddressDays),
    fileMonths: String(retention.fileAccessMonths),
    contactMonths: String(retention.contactMonths),
    recordMonths: String(retention.recordAddressMonths),
  };
}
