import { useState } from 'react';
import type { CurrentUser } from '../../shared/auth/accounts.ts';
import { fullName } from '../../shared/person-name.ts';
import { SecurityCard } from '../features/auth/security-card.tsx';
import { StudyProfileCard } from '../features/learning/library/first-questions.tsx';
import { OpenedFilesCard } from '../features/learning/opened-files-card.tsx';
import { EmailCard } from '../features/profile/email-card.tsx';
import { IdentityCard } from '../features/profile/identity-card.tsx';
import { PersonalCard } from '../features/profile/personal-card.tsx';
import { ProgressCard } from '../features/profile/progress-card.tsx';
import { QuickActionsCard } from '../features/profile/quick-actions-card.tsx';
import { SignInPrompt } from '../features/session/sign-in-prompt.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { formatDate } from '../lib/format.ts';
import { areSingleKeysOn, setSingleKeys } from '../lib/shortcut-key.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { SwitchField } from '../ui/switch-field.tsx';

export function ProfilePage() {
  const { user } = useCurrentUser();
  if (!user) {
    return <SignInPrompt>Please log in to see and change your profile.</SignInPrompt>;
  }
  return (
    <Page>
      <StepUpDialog signsIn />
      <ProfileHeader user={user} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <PersonalCard key={user.id} user={user} />
          <ProgressCard />
          <SecurityCard user={user} />
          {user.role !== 'admin' && <StudyProfileCard />}
          <OpenedFilesCard />
        </div>
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
          <IdentityCard user={user} />
          <QuickActionsCard email={user.email} />
          <EmailCard />
          <KeyboardCard />
        </div>
      </div>
    </Page>
  );
}

/** Picture or initials, name, role and date of registration. */
function ProfileHeader({ user }: { user: CurrentUser }) {
  const { firstName, lastName, profileImageUrl, role, createdAt } = user;
  return (
    <header className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar firstName={firstName} lastName={lastName} imageUrl={profileImageUrl} size="large" />
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="text-2xl font-bold wrap-anywhere sm:text-3xl">
          {fullName(firstName, lastName) || 'Your profile'}
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={role === 'admin' ? 'accent' : 'primary'}>{(role || 'user').toUpperCase()}</Badge>
          <Badge tone="success">Active Member</Badge>
          <span className="text-sm text-muted">Member since {formatDate(createdAt) || 'Recently'}</span>
        </div>
      </div>
    </header>
  );
}

/** Turns shortcuts of a single character off, which speech input and slips of the hand would trigger by accident. */
function KeyboardCard() {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const isHydrated = useHydrated();
  return (
    <Card as="section" aria-labelledby="keyboard-title">
      <h2 id="keyboard-title" className="text-lg font-semibold">
        Keyboard
      </h2>
      <SwitchField
        className="mt-4"
        label="Single keys are shortcuts"
        hint="Letters, digits and signs, such as B in the replayer. Arrow keys, Space and Enter always work. Kept in this browser until you log out."
        checked={isOn || !isHydrated}
        onChange={(event) => {
          setSingleKeys(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
    </Card>
  );
}
