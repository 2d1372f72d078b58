import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { currentStepUp, subscribeToStepUp, subscribeToStepUpAndSignIn } from '../../lib/step-up.ts';
import { showToast } from '../../ui/toast.tsx';
import type { ConfirmIdentityDialogProps } from './confirm-identity-dialog.tsx';

const ConfirmIdentityDialog = lazy<ComponentType<ConfirmIdentityDialogProps>>(async () => {
  try {
    return { default: (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog };
  } catch (error) {
    console.warn('The password prompt could not be loaded', error);
    return { default: PromptNotLoaded };
  }
});

/** Dismisses the prompt, so that the page stays open with its typed text. A deployment may have removed the chunk. */
function PromptNotLoaded({ onClose }: Pick<ConfirmIdentityDialogProps, 'onClose'>) {
  useEffect(() => {
    onClose();
    // Later, so that it replaces the message of the rejected call.
    setTimeout(() =>
      showToast({
        title: 'The password prompt could not be loaded',
        description: 'Copy what you typed, then reload the page.',
        tone: 'danger',
      }),
    );
  }, [onClose]);
  return null;
}

export type StepUpDialogProps = {
  /** For pages with long texts: a user whose session has ended can sign in here without losing what they typed. */
  signsIn?: boolean;
};

/** Asks for a new authentication when a call requires one. Place it in each page with such calls. */
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
