import { type ReactNode, type RefObject, useId } from 'react';
import type { ErrorText } from '../lib/error-text.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormError } from './form-error.tsx';

export type FormDialogProps = Pick<
  DialogProps,
  'open' | 'onClose' | 'title' | 'description' | 'dirty' | 'size'
> & {
  /** The fields, which show their own errors. */
  children: ReactNode;
  formRef: RefObject<HTMLFormElement | null>;
  /** Called by the submit button, and by Enter in a field. */
  onSubmit: () => void;
  /** The form's accessible name, if it differs from the dialog's title. */
  formLabel?: string;
  /** Whether the form's own request is in progress. Until it ends, the dialog cannot be closed. */
  busy: boolean;
  /** A verb with its object, such as "Request my data". */
  submitLabel: ReactNode;
  busyLabel: string;
  /**
   * Whether another request is in progress. Has the effect of `busy`, but disables the submit button instead of
   * changing its label.
   */
  otherBusy?: boolean;
  danger?: boolean;
  cancelLabel?: string;
  /** A second action for the same fields, between Cancel and the submit button. */
  otherAction?: ReactNode;
  /** Replaces the submit button when there is nothing to submit. */
  insteadOfSubmit?: ReactNode;
  /** The title of an error, such as "Your data was not requested". */
  failureTitle: string;
  /** Replaces `failureTitle` if the change may have been made, such as "Your data may have been requested". */
  uncertainTitle: string;
  failure: ErrorText | undefined;
  /** Tells password managers which account the password belongs to. */
  accountEmail?: string | undefined;
  /** Introductory content above the form, outside of it. */
  before?: ReactNode;
  /** The layout of the fields; stacked by default. */
  fieldsClass?: string;
};

/** A form in a dialog. After an error, the dialog stays open with the typed text and shows the error. */
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
  uncertainTitle,
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
      busy={isSending}
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
      <Form
        id={formId}
        ref={formRef}
        aria-label={formLabel ?? dialog.title}
        onSubmit={() => {
          if (!isSending && !insteadOfSubmit) onSubmit();
        }}
      >
        {accountEmail !== undefined && (
          <input type="email" name="email" value={accountEmail} autoComplete="username" readOnly hidden />
        )}
        <div className={fieldsClass}>{children}</div>
        <div className="mt-4 empty:hidden">
          <FormError title={failureTitle} uncertainTitle={uncertainTitle} failure={failure} />
        </div>
      </Form>
    </Dialog>
  );
}
