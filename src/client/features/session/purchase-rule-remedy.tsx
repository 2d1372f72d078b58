import { Link } from '@tanstack/react-router';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useCurrentUser } from './use-current-user.ts';

/**
 * Shown below the error message that purchases require an approved identity or a verified email: a link to the identity
 * page, or a button that resends the verification email. Renders nothing for other errors. Load it lazily, because
 * buyers rarely see it.
 * @param code - the error code, as returned by `describeError`
 */
export function PurchaseRuleRemedy({ code }: { code: string | undefined }) {
  if (code === 'identity_required') {
    return (
      <Link to="/kyc" className={buttonClass('secondary', 'small')}>
        Go to the identity page
      </Link>
    );
  }
  return code === 'email_unverified' ? <VerificationLink /> : null;
}

function VerificationLink() {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  const { isPending, isSuccess, failure, run } = useAction(
    trpc.security.requestEmailVerification.useMutation({
      // If the email was verified on another device in the meantime, the server sends no link.
      onSettled: () => utils.auth.me.invalidate(),
    }),
  );
  const outcome = user?.emailVerified
    ? 'Your email is verified already. You can buy now.'
    : 'A new link is on its way. Open it, then come back and buy.';

  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="secondary" size="small" busy={isPending} busyLabel="Sending..." onClick={() => run()}>
        Send me a new link
      </Button>
      <p role="status" className="text-sm text-muted">
        {failure?.message ?? (isSuccess && outcome)}
      </p>
    </div>
  );
}
