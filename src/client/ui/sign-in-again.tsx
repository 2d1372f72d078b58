import { useRouterState } from '@tanstack/react-router';
import { buttonClass } from './button.tsx';

/**
 * For a user whose session has ended: a link to the login page, which leads back here. A full page load, because this
 * page still considers the user logged in, and the login page would redirect at once.
 */
export function SignInAgain({ className = buttonClass('secondary') }: { className?: string }) {
  const here = useRouterState({ select: (state) => state.location.href });
  return (
    <a href={`/auth?next=${encodeURIComponent(here)}`} className={className}>
      Log in again
    </a>
  );
}
