import { Card } from '../../ui/card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LoginForm } from './login-form.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useLogin } from './use-login.ts';
import { useSignUp } from './use-sign-up.ts';

export type AuthTab = 'login' | 'signup';

export type AuthPanelProps = { tab: AuthTab; onTabChange: (tab: AuthTab) => void; onRegistered: () => void };

/** Both forms live here and not in their tabs: looking at the other tab must not cost the password or an upload. */
export function AuthPanel({ tab, onTabChange, onRegistered }: AuthPanelProps) {
  const login = useLogin();
  const signUp = useSignUp(onRegistered);
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
              <SecondStepForm onEnded={login.startAgain} />
            ) : (
              <LoginForm login={login} onSignUp={() => onTabChange('signup')} />
            ),
          },
          { key: 'signup', label: 'Sign Up', content: <SignUpForm signUp={signUp} /> },
        ]}
      />
    </Card>
  );
}
