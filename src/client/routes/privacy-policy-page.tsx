import { PrivacyPolicy } from '../features/public/legal/privacy-policy.tsx';
import { Page } from '../ui/page.tsx';

export function PrivacyPolicyPage() {
  return (
    <Page>
      <PrivacyPolicy />
    </Page>
  );
}
