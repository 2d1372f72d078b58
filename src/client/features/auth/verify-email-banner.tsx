import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useCall } from './use-call.ts';

/** Stays until the address is verified. */
export function VerifyEmailBanner({ user }: { user: Pick<CurrentUser, 'email' | 'emailVerified'> }) {
  const { busy, done, failure, start } = useCall();
  const utils = trpc.useUtils();
  if (user.emailVerified) return null;

  function send() {
    start(async () => {
      await utils.client.security.requestEmailVerification.mutate();
      // It may have been verified on another device meanwhile.
      await utils.auth.me.invalidate();
    });
  }

  return (
    <aside aria-label="E-mail verification" className="grid border-t border-warning bg-warning-soft">
      <div className="mx-auto flex w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-2 max-sm:text-sm sm:px-6">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">Please verify your e-mail.</span>{' '}
          {/* A phone has room for one line until there is news. */}
          <span role="status" className={classNames(!failure && !done && 'max-sm:sr-only')}>
            {failure?.message ??
              (done
                ? `A new link is on its way to ${user.email}.`
                : `One click on the link in our mail to ${user.email} is enough.`)}
          </span>
        </p>
        <Button variant="secondary" size="small" busy={busy} busyLabel="Sending..." onClick={send}>
          Send me a link
        </Button>
      </div>
    </aside>
  );
}
