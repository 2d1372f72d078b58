import { type ReactNode, type RefObject, useId } from 'react';
import type { ErrorText } from '../lib/error-text.ts';
import { formFailure } from '../lib/form-failure.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { FormError } from './form-error.tsx';

export type FormDialogProps = Pick<
  DialogProps,
  'open' | 'onClose' | 'title' | 'description' | 'dirty' | 'size'
> & {
  /** The fields, which show their own errors. */
  children: ReactNode;
  formRef: RefObject<HTMLFormElement | null>;
  /** The submit button, and Enter in a field. */
  onSubmit: () => void;
  /** The form's name for screen readers, where it is another than the dialog's title. */
  formLabel?: string;
  /** A request is in progress, so nothing closes the dialog. */
  busy: boolean;
  /** A verb with its object: "Request my data". */
  submitLabel: ReactNode;
  busyLabel: string;
  /** What is being sent is something else than this form: its button waits without its busy words. */
  otherBusy?: boolean;
  danger?: boolean;
  cancelLabel?: string;
  /** A second action for the same fields, between Cancel and the submit button. */
  otherAction?: ReactNode;
  /** In place of the submit button, where only something else leads on. */
  insteadOfSubmit?: ReactNode;
  /** "Your data was not requested". */
  failureTitle: string;
  failure: ErrorText | undefined;
  /** Password managers need to know whose password is asked for. */
  accountEmail?: string | undefined;
  /** Above the form and outside of it: what it is about. */
  before?: ReactNode;
  /** The layout of the fields, if not one below the other. */
  fieldsClass?: string;
};

/** A form in a dialog: one request, its error shown in place, nothing typed lost. */
export function FormDialog({
  children,
  formRef,
  onSubmit,
  formLabel,
  busy,
  submitLabel,
  busyLabel,
  otherBusy = false,
  danger = false,
  cancelLabel = 'Cancel',
  otherAction,
  insteadOfSubmit,
  failureTitle,
  failure,
  accountEmail,
  before,
  fieldsClass = 'flex flex-col gap-4',
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  const isSending = busy || otherBusy;
  return (
    <Dialog
      {...dialog}
      onClose={() => {
        if (!isSending) dialog.onClose();
      }}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={isSending}>
            {cancelLabel}
          </Button>
          {otherAction}
          {insteadOfSubmit || (
            <Button
              type="submit"
              form={formId}
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={busyLabel}
              disabled={otherBusy}
            >
              {submitLabel}
            </Button>
          )}
        </>
      )}
    >
      {before}
      <form
        id={formId}
        ref={formRef}
        noValidate
        aria-label={formLabel ?? dialog.title}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) onSubmit();
        }}
      >
        {accountEmail !== undefined && (
          <input type="email" name="email" value={accountEmail} autoComplete="username" readOnly hidden />
        )}
        <div className={fieldsClass}>{children}</div>
        <div className="mt-4 empty:hidden">
          <FormError title={failureTitle} {...formFailure(failure)} />
        </div>
      </form>
    </Dialog>
  );
}
