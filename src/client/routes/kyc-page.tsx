import { reviewTimeText } from '../../shared/site-settings.ts';
import { Verification } from '../features/kyc/verification.tsx';
import { SignInPrompt } from '../features/session/sign-in-prompt.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { usePageRestored } from '../lib/use-page-restored.ts';
import { trpc } from '../trpc.ts';
import { buttonClass } from '../ui/button.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

export function KycPage() {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  const settings = useSiteSettings();
  // An admin may have decided.
  usePageRestored(() => void utils.kyc.invalidate());
  if (!user) {
    return (
      <SignInPrompt
        next="/kyc"
        login={
          <a href="/api/login?next=/kyc" className={buttonClass('primary')}>
            Log In
          </a>
        }
      >
        Please log in to send your documents and to see how far your verification is.
      </SignInPrompt>
    );
  }
  return (
    <Page width="medium">
      <StepUpDialog />
      <PageHeader
        title="Verify your identity"
        lead={
          <>
            Two pictures and your details. A person looks at them, usually within{' '}
            <span className="whitespace-nowrap">{reviewTimeText(settings)}</span>.
          </>
        }
      />
      <Verification key={user.id} user={user} />
    </Page>
  );
}
