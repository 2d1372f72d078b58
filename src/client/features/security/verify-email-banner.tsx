import type { CurrentUser } from '../../../shared/accounts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from './use-call.ts';

/** A2: stays until the address is verified. */
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
    <aside aria-label="E-mail verification" className="border-b border-warning bg-warning-soft">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2 sm:px-6">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">Please verify your e-mail.</span>{' '}
          <span role="status">
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
