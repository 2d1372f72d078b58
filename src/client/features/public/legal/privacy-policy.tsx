import { LegalDocument } from './legal-document.tsx';

export function PrivacyPolicy() {
  return (
    <LegalDocument
      document="privacy"
      title="Privacy Policy"
      lead="What we know about you, why, for how long, and how you get it out again."
      path="/privacy-policy"
    />
  );
}
