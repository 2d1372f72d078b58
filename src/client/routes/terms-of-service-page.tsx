import { TermsOfService } from '../features/legal/terms-of-service.tsx';
import { Page } from '../ui/page.tsx';

/** `/terms-of-service` (S2 §2). */
export function TermsOfServicePage() {
  return (
    <Page>
      <TermsOfService />
    </Page>
  );
}
