import { Suspense, useState } from 'react';
import { lazyPage } from '../../lib/lazy-page.ts';
import { Card } from '../../ui/card.tsx';
import { lazyInPlace } from '../../ui/lazy-in-place.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LoginForm } from './login-form.tsx';
import { useLogin } from './use-login.ts';

/** The sign-up form with its uploads is larger than the rest of the page, so it is loaded when its tab is opened. */
const SignUpForm = lazyPage(() => import('./sign-up-form.tsx'), 'SignUpForm');

const SecondStepForm = lazyInPlace(
  'The form could not be loaded',
  async () => (await import('./second-step-form.tsx')).SecondStepForm,
);

export type AuthTab = 'login' | 'signup';

/** Loads the code of the tab before the page renders, so that no skeleton is shown. */
export async function loadTab(tab: AuthTab | undefined): Promise<void> {
  if (tab === 'signup') await SignUpForm.preload?.();
}

export type AuthPanelProps = { tab: AuthTab; onTabChange: (tab: AuthTab) => void; onRegistered: () => void };

/**
 * The login and sign-up tabs. Switching keeps the text of both forms and the uploads: the login form's state is stored
 * here, and the sign-up tab stays mounted after it was opened.
 */
export function AuthPanel({ tab, onTabChange, onRegistered }: AuthPanelProps) {
  const login = useLogin();
  const [signUpSeen, setSignUpSeen] = useState(false);
  if (tab === 'signup' && !signUpSeen) setSignUpSeen(true);
  return (
    <Card className="sm:pt-3">
      <Tabs<AuthTab>
        label="Login or Sign Up"
        selected={tab}
        onChange={onTabChange}
        items={[
          {
            key: 'login',
            label: 'Login',
            content: login.awaitsCode ? (
              <SecondStepForm fallback={null} onEnded={login.startAgain} />
            ) : (
              <LoginForm login={login} onSignUp={() => onTabChange('signup')} />
            ),
          },
          {
            key: 'signup',
            label: 'Sign Up',
            keepMounted: true,
            content: (tab === 'signup' || signUpSeen) && (
              <Suspense fallback={<SignUpSkeleton />}>
                <SignUpForm
                  onRegistered={onRegistered}
                  onLogin={(email) => {
                    login.form.change({ email });
                    onTabChange('login');
                  }}
                />
              </Suspense>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** The heights of the fields in the group "Account". The rest of the form is below the fold. */
const rows = ['mt-14 h-17.25', 'h-17.25', 'h-17.25', 'h-24'];

function SignUpSkeleton() {
  return (
    <SkeletonRegion label="Loading the form">
      <div className="flex flex-col gap-4">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
          <Skeleton key={index} className={row} />
        ))}
      </div>
    </SkeletonRegion>
  );
}
