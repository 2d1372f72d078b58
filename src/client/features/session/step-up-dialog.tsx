import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentStepUp, subscribeToStepUp, subscribeToStepUpAndSignIn } from '../../lib/step-up.ts';

const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
}));

export type StepUpDialogProps = {
  /** The page holds long texts: whose session has ended signs in on the page, and nothing typed is lost. */
  signsIn?: boolean;
};

/** Asks for an identity confirmation when a call requires one. Place it in each page with such calls. */
export function StepUpDialog({ signsIn = false }: StepUpDialogProps) {
  const subscribe = signsIn ? subscribeToStepUpAndSignIn : subscribeToStepUp;
  const question = useSyncExternalStore(subscribe, currentStepUp, () => undefined);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmIdentityDialog
        key={question.id}
        kind={question.kind}
        open
        onClose={() => question.answer(false)}
        onConfirmed={() => question.answer(true)}
      />
    </Suspense>
  );
}
