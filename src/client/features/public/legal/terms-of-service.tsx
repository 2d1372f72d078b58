import { LegalDocument } from './legal-document.tsx';

/** The terms, including those on purchases that the landing page's legal block summarizes. */
export function TermsOfService() {
  return (
    <LegalDocument
      document="terms"
      title="Terms of Service"
      lead="The agreement between you and the academy, in words meant to be read."
      path="/terms-of-service"
    />
  );
}
