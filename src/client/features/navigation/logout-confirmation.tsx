import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSignOut } from '../session/use-sign-out.ts';

export type LogoutConfirmationProps = { onClose: () => void };

/**
 * Asks a coach with an unsent answer to confirm the logout. The logout discards the answer, because the next user of
 * the browser must not find it.
 */
export function LogoutConfirmation({ onClose }: LogoutConfirmationProps) {
  const { isPending, failure, run } = useAction(useSignOut());
  return (
    <Dialog
      onClose={onClose}
      busy={isPending}
      title="Log out and discard your answer?"
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Keep editing
          </Button>
          <Button variant="danger" busy={isPending} busyLabel="Logging out..." onClick={() => run()}>
            Discard and log out
          </Button>
        </>
      )}
    >
      <p>You typed an answer to a student and did not send it. Logging out removes it from this browser.</p>
      <FormError title="You are still logged in" failure={failure} />
    </Dialog>
  );
}
