import { Link } from '@tanstack/react-router';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { InvalidLink, usableToken } from '../../ui/invalid-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';

/**
 * The page that the link in the email opens. Only a press on its button verifies the address, because email scanners
 * open links too.
 */
export function VerifyEmail({ token: tokenInUrl }: { token: string | undefined }) {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  const { isPending, isSuccess, failure, run } = useAction(
    trpc.security.verifyEmail.useMutation({ onSuccess: () => utils.auth.me.invalidate() }),
  );
  const nextLink = user ? (
    <Link to="/profile" className={buttonClass('primary')}>
      Go to your profile
    </Link>
  ) : (
    <Link to="/auth" className={buttonClass('primary')}>
      Go to Login
    </Link>
  );

  const token = usableToken(tokenInUrl, failure);
  // A verified user still sees the button of a link that works, because the link may belong to another account.
  if (isSuccess || (token === undefined && user?.emailVerified)) {
    return (
      <Notice tone="success" title="Your email is verified" role="status" action={nextLink}>
        Thank you. There is nothing more to do.
      </Notice>
    );
  }
  if (token === undefined) return <InvalidLink>{nextLink}</InvalidLink>;
  return (
    <Card className="flex flex-col gap-4">
      <p className="text-muted">One click confirms that this mailbox is yours.</p>
      <FormError
        title="Your email could not be verified"
        uncertainTitle="Your email may have been verified"
        failure={failure}
      />
      <Button busy={isPending} busyLabel="Verifying..." onClick={() => run({ token })}>
        Verify my email
      </Button>
    </Card>
  );
}
