import { LegalDocument } from '../features/public/legal/legal-document.tsx';
import { Page } from '../ui/page.tsx';

export function PrivacyPolicyPage() {
  return (
    <Page>
      <LegalDocument
        document="privacy"
        title="Privacy Policy"
        lead="What we know about you, why, for how long, and how you get it out again."
      />
    </Page>
  );
}
