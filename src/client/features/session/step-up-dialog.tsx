import { useSyncExternalStore } from 'react';
import { currentStepUp, subscribeToStepUp, subscribeToStepUpAndSignIn } from '../../lib/step-up.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ConfirmIdentityDialog = lazyDialog(
  async () => (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
);

export type StepUpDialogProps = {
  /** For pages with long texts: if the session has ended, the dialog lets the user log in without losing typed text. */
  signsIn?: boolean;
};

/** Asks for a new authentication when a call requires one. Place it in each page with such calls. */
export function StepUpDialog({ signsIn = false }: StepUpDialogProps) {
  const subscribe = signsIn ? subscribeToStepUpAndSignIn : subscribeToStepUp;
  const prompt = useSyncExternalStore(subscribe, currentStepUp, () => undefined);
  if (!prompt) return null;
  return (
    <ConfirmIdentityDialog
      key={prompt.id}
      kind={prompt.kind}
      open
      onClose={() => prompt.answer(false)}
      onConfirmed={() => prompt.answer(true)}
    />
  );
}
