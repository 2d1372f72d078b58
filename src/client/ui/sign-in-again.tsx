import { buttonClass } from './button.tsx';

/**
 * For a user whose session has ended: a link to the login page, which leads back to this page. The link loads a new
 * document, because the current one still considers the user logged in, so its login page would redirect immediately.
 * Never rendered on the server.
 */
export function SignInAgain({ className = buttonClass('secondary') }: { className?: string }) {
  const { pathname, search, hash } = window.location;
  return (
    <a href={`/auth?next=${encodeURIComponent(pathname + search + hash)}`} className={className}>
      Log in again
    </a>
  );
}
