import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentStepUp, subscribeToStepUp } from '../../lib/step-up.ts';

const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
}));

/** Asks for an identity confirmation when a call requires one. Place it in each page with such calls. */
export function StepUpDialog() {
  const question = useSyncExternalStore(subscribeToStepUp, currentStepUp, () => undefined);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmIdentityDialog
        key={question.id}
        open
        onClose={() => question.answer(false)}
        onConfirmed={() => question.answer(true)}
      />
    </Suspense>
  );
}
