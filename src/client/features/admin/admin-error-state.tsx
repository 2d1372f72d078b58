import { useRouterState } from '@tanstack/react-router';
import { describeError } from '../../lib/error-text.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { adminFailureText } from './admin-query.ts';

export type AdminErrorStateProps = {
  title: string;
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
};

/** A list of the admin area that could not be fetched; an ended session offers the way back in. */
export function AdminErrorState({ title, error, onRetry, retrying }: AdminErrorStateProps) {
  const described = describeError(error);
  const { message, expired } = adminFailureText(error, described.message);
  return (
    <ErrorState
      title={title}
      message={message}
      requestId={described.requestId}
      onRetry={onRetry}
      retrying={retrying}
      action={expired && <SignInAgain />}
    />
  );
}

/** A full page load, so that who is signed in is asked again. */
export function SignInAgain() {
  const here = useRouterState({ select: (state) => state.location.href });
  return (
    <a href={`/auth?next=${encodeURIComponent(here)}`} className={buttonClass('secondary')}>
      Sign in again
    </a>
  );
}
