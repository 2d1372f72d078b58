import { SecurityCard } from '../features/auth/security-card.tsx';
import { EmailCard } from '../features/profile/email-card.tsx';
import { IdentityCard } from '../features/profile/identity-card.tsx';
import { PersonalCard } from '../features/profile/personal-card.tsx';
import { ProfileHeader } from '../features/profile/profile-header.tsx';
import { ProgressCard } from '../features/profile/progress-card.tsx';
import { QuickActionsCard } from '../features/profile/quick-actions-card.tsx';
import { SignInPrompt } from '../features/session/sign-in-prompt.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { usePageRestored } from '../lib/use-page-restored.ts';
import { trpc } from '../trpc.ts';
import { Page } from '../ui/page.tsx';

/** Profile. */
export function ProfilePage() {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  // Meanwhile somebody may have signed out here.
  usePageRestored(() => void utils.auth.me.invalidate());
  if (!user) {
    return (
      <Page width="medium">
        <SignInPrompt next="/profile">Please log in to see and change your profile.</SignInPrompt>
      </Page>
    );
  }
  return (
    <Page>
      <StepUpDialog />
      <ProfileHeader user={user} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <PersonalCard key={user.id} user={user} />
          <ProgressCard />
          <SecurityCard user={user} />
        </div>
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <IdentityCard user={user} />
          <QuickActionsCard email={user.email} />
          <EmailCard />
        </div>
      </div>
    </Page>
  );
}
