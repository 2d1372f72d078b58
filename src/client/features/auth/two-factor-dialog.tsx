import { useState } from 'react';
import type { TwoFactorSetup } from '../../../shared/auth/sign-in-security.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ManageTwoFactor } from './two-factor-manage.tsx';
import { ScanSecret, StartSetup } from './two-factor-setup.tsx';
import type { TwoFactorDialogProps, TwoFactorStep } from './two-factor-step.ts';

/** Mount a new instance each time the dialog opens, so that codes and passwords do not stay in memory. */
export function TwoFactorDialog(props: TwoFactorDialogProps) {
  const { user, open, onClose } = props;
  // The status when the dialog opened. After two-factor authentication is turned on, the dialog shows the recovery
  // codes, not the form that turns it off.
  const [isOn] = useState(user.twoFactorEnabled);
  const [setup, setSetup] = useState<TwoFactorSetup>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const step: TwoFactorStep = { ...props, onRecoveryCodes: setRecoveryCodes };

  if (recoveryCodes) {
    return (
      <NewRecoveryCodes
        open={open}
        onClose={onClose}
        title={isOn ? 'Your new recovery codes' : 'Two-factor is on'}
        codes={recoveryCodes}
        email={user.email}
      />
    );
  }
  if (isOn) return <ManageTwoFactor {...step} />;
  if (setup) return <ScanSecret {...step} setup={setup} onStartAgain={() => setSetup(undefined)} />;
  return <StartSetup {...step} onStarted={setSetup} />;
}

type NewRecoveryCodesProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  codes: readonly string[];
  email: string;
};

/** The codes are shown only once, so the dialog asks before it closes, unless the user has saved them. */
function NewRecoveryCodes({ open, onClose, title, codes, email }: NewRecoveryCodesProps) {
  const [saved, setSaved] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dirty={!saved}
      question={{
        text: 'Have you saved the codes? They are not shown again.',
        stay: 'Back to the codes',
        leave: 'Close without them',
      }}
      title={title}
      description="Each code lets you in once without your app. They are shown only now: keep them where you can find them without your phone."
      footer={<Button onClick={onClose}>I have saved them</Button>}
    >
      <RecoveryCodes codes={codes} email={email} onSaved={() => setSaved(true)} />
    </Dialog>
  );
}
