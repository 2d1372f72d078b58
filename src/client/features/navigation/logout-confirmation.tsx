import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type LogoutConfirmationProps = { onClose: () => void; onLogout: () => void };

/** Asks before a logout discards a coach's unsent answer: the next user of the browser must not find it. */
export function LogoutConfirmation({ onClose, onLogout }: LogoutConfirmationProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Log out and discard your answer?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={onLogout}>
            Discard and log out
          </Button>
        </>
      }
    >
      <p>You typed an answer to a student and did not send it. Logging out removes it from this browser.</p>
    </Dialog>
  );
}
