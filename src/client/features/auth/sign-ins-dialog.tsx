import type { SignInView } from '../../../shared/auth/sign-in-security.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInList } from './sign-in-list.tsx';

export type SignInsDialogProps = { signIns: readonly SignInView[]; open: boolean; onClose: () => void };

/** All recent sign-ins and failed attempts. */
export function SignInsDialog({ signIns, open, onClose }: SignInsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Recent sign-ins"
      description="The last 50. If one of them was not you, change your password: it logs out every other device."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <SignInList signIns={signIns} />
    </Dialog>
  );
}
