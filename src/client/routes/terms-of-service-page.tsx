import { LegalDocument } from '../features/public/legal/legal-document.tsx';
import { Page } from '../ui/page.tsx';

export function TermsOfServicePage() {
  return (
    <Page>
      <LegalDocument
        document="terms"
        title="Terms of Service"
        lead="The agreement between you and the academy, in plain words."
      />
    </Page>
  );
}
