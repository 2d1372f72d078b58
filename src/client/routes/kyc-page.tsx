import { focusManager } from '@tanstack/react-query';
import { useEffect } from 'react';
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
  // An admin may have decided in the meantime.
  usePageRestored(() => void reload(utils));
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused) void reload(utils);
      }),
    [utils],
  );
  if (!user) {
    return (
      <SignInPrompt
        login={
          <a href="/api/login?next=/kyc" className={buttonClass('primary')}>
            Log In
          </a>
        }
      >
        Please log in to send your documents and to see the status of your verification.
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

/**
 * Reloads the applications. If they have changed, reloads the user too, because a decision also changes the user's
 * status. Otherwise the user is not reloaded: if the session has ended, reloading the user would replace the typed form
 * with the request to log in.
 */
async function reload(utils: ReturnType<typeof trpc.useUtils>): Promise<void> {
  const before = utils.kyc.myApplications.getData();
  await utils.kyc.invalidate();
  if (utils.kyc.myApplications.getData() !== before) await utils.auth.me.invalidate();
}
