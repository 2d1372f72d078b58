import { useRouterState } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';

/**
 * For a user whose session has ended: leads to the login and back, with a full load of the page, which still knows them as
 * logged in.
 */
export function SignInAgain({ className = buttonClass('secondary') }: { className?: string }) {
  const here = useRouterState({ select: (state) => state.location.href });
  return (
    <a href={`/auth?next=${encodeURIComponent(here)}`} className={className}>
      Log in again
    </a>
  );
}
