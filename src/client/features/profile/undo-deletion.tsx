import { Link } from '@tanstack/react-router';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { InvalidLink, usableToken } from '../../ui/invalid-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SectionLink } from '../navigation/section-link.tsx';

/**
 * The page that the link in an email opens to cancel the deletion of an account. Opening the page cancels nothing,
 * because email scanners open links too: the user must press the button.
 */
export function UndoDeletion({ token: tokenInUrl }: { token: string | undefined }) {
  const { data, isPending, failure, run } = useAction(trpc.privacy.undoDeletion.useMutation());
  const login = (
    <Link to="/auth" className={buttonClass('primary')}>
      Go to Login
    </Link>
  );

  // A server of the previous version sends no `canLogIn`.
  if (data && (data.canLogIn ?? true)) {
    return (
      <Notice tone="success" title="Your account stays" role="status" action={login}>
        You can log in as before. Any pictures of your identity documents were already erased. If you still
        need to be verified, send them again.
      </Notice>
    );
  }
  if (data) {
    return (
      <Notice tone="success" title="Your account stays" role="status">
        The account is suspended, so you cannot log in. If you think that this is a mistake,{' '}
        <SectionLink section="contact" className="underline">
          write to us
        </SectionLink>
        . Any pictures of your identity documents were already erased.
      </Notice>
    );
  }
  const token = usableToken(tokenInUrl, failure);
  if (token === undefined) return <InvalidLink>{login}</InvalidLink>;
  return (
    <Card className="flex flex-col gap-4">
      <p className="text-muted">
        Your account is about to be deleted. One click stops the deletion. Your purchases, progress and notes
        are all still there.
      </p>
      <FormError
        title="The deletion was not stopped"
        uncertainTitle="The deletion may have been stopped"
        failure={failure}
      />
      <Button busy={isPending} busyLabel="Stopping..." onClick={() => run({ token })}>
        Keep my account
      </Button>
    </Card>
  );
}
