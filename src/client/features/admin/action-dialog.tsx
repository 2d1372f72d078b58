import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { requiredLine } from '../../../shared/text-schemas.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { NotConfirmed, useConfirmedCall } from '../session/use-confirmed-call.tsx';
import { useSingleRun } from './use-single-run.ts';

/** Something that changes an account, told before it is done. */
export type AccountAction = {
  /** The question: "Suspend Dana Whitfield?". */
  title: string;
  /** What it means for the person. */
  consequence: ReactNode;
  confirm: string;
  busy: string;
  isDanger: boolean;
  /** A reason for the records has to be given. */
  needsReason: boolean;
  failure: string;
  /** @returns what to say when it is done */
  run: (reason: string) => Promise<string>;
};

export type ActionDialogProps = {
  action: AccountAction;
  onClose: () => void;
  /** Reads anew what was changed. */
  onDone: () => Promise<void>;
};

const withReason = z.object({ reason: requiredLine('Say why, in a few words') });
const withoutReason = z.object({ reason: z.string() });

/** Asks before an account is changed; mounted while it is open. */
export function ActionDialog({ action, onClose, onDone }: ActionDialogProps) {
  const { running, run } = useSingleRun();
  const { confirmed, dialog } = useConfirmedCall();
  const [failure, setFailure] = useState<ErrorText>();
  const form = useFormFields({
    initial: () => ({ reason: '' }),
    schema: action.needsReason ? withReason : withoutReason,
  });

  const start = () =>
    run(async () => {
      setFailure(undefined);
      const values = form.check();
      if (!values) return;
      try {
        const done = await confirmed(() => action.run(values.reason));
        await onDone();
        showToast({ title: done, tone: 'success' });
        onClose();
      } catch (error) {
        if (!(error instanceof NotConfirmed)) setFailure(describeError(error));
      }
    });

  return (
    <Dialog
      open
      onClose={() => {
        if (!running) onClose();
      }}
      title={action.title}
      dirty={form.values.reason !== ''}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            variant={action.isDanger ? 'danger' : 'primary'}
            busy={running}
            busyLabel={action.busy}
            onClick={() => void start()}
          >
            {action.confirm}
          </Button>
        </>
      )}
    >
      <form
        ref={form.formRef}
        noValidate
        aria-label={action.title}
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
        className="flex flex-col gap-4"
      >
        <div className="measure">{action.consequence}</div>
        {action.needsReason && (
          <TextField
            {...form.field('reason')}
            label="Reason"
            hint="Kept in the records, not shown to the student"
            autoComplete="off"
          />
        )}
        <FormError title={action.failure} message={failure?.message} requestId={failure?.requestId} />
      </form>
      {dialog}
    </Dialog>
  );
}
