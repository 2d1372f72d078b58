import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { requiredLine } from '../../../shared/text-schemas.ts';
import { describeError, mayHaveSucceeded } from '../../lib/error-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showFailure, showToast } from '../../ui/toast.tsx';
import { useRefresh } from './use-refresh.ts';

/** An action that an admin must confirm, and the texts of its dialog. */
export type AdminAction = {
  /** The question, such as "Suspend Dana Whitfield?". */
  title: string;
  /** What the action changes, and for whom. */
  consequence: ReactNode;
  /** The label of the button. */
  confirm: string;
  /** The label of the button while the action runs. */
  busy: string;
  isDanger?: boolean;
  /** The hint of the field for the reason, such as `noteReasonHint`. Undefined if no reason is needed. */
  reasonHint?: string;
  /** The title of the error, such as "The membership was not taken back". */
  failure: string;
  /** @returns the success message, with an optional description */
  run: (reason: string) => Promise<string | { title: string; description: string }>;
};

export type ActionDialogProps = {
  action: AdminAction;
  onClose: () => void;
  /** Fetches the changed data again. If undefined, all data on the page is fetched again. */
  onDone?: () => Promise<unknown>;
};

export const recordReasonHint = 'Kept in the records, not shown to the student';

/** The hint for a reason that is stored as a note about the user. */
export const noteReasonHint = 'Kept as a note. Only admins see it, but it is part of the user’s data export.';

const uncertainTitle = 'No clear answer. Check whether it was done';

const withReason = z.object({ reason: requiredLine('Say why, in a few words') });
const withoutReason = z.object({ reason: z.string() });

/** Asks for confirmation before something is changed. Mount it only while it is open. */
export function ActionDialog({ action, onClose, onDone }: ActionDialogProps) {
  const refresh = useRefresh();
  const needsReason = action.reasonHint !== undefined;
  const form = useFormFields({
    initial: () => ({ reason: '' }),
    schema: needsReason ? withReason : withoutReason,
  });

  const { isPending, failure, submit } = useAction(
    useMutation({
      mutationFn: ({ reason }: { reason: string }) => action.run(reason),
      async onSuccess(done) {
        await (onDone ?? refresh.afterSuccess)();
        showToast({ ...(typeof done === 'string' ? { title: done } : done), tone: 'success' });
        onClose();
      },
      async onError(thrown) {
        const error = describeError(thrown);
        const isOutdated = error.status === 409 || error.status === 404;
        // The dialog stays open to show the request id. Nothing is refreshed, because a refresh could remove the list
        // item that renders this dialog.
        if (error.status !== undefined && !isOutdated) return;
        const refreshed = refresh.afterError();
        // The refresh after a lost response is not awaited, because it does not end while the academy cannot be
        // reached.
        if (isOutdated) await refreshed;
        // The dialog stays open, so that the admin does not lose the reason.
        if (needsReason) return;
        showFailure(mayHaveSucceeded(error) ? uncertainTitle : action.failure)(thrown);
        onClose();
      },
    }),
    { form },
  );

  function close() {
    if (mayHaveSucceeded(failure)) void refresh.afterError();
    onClose();
  }

  return (
    <FormDialog
      onClose={close}
      title={action.title}
      dirty={form.values.reason !== ''}
      formRef={form.formRef}
      onSubmit={() => submit(form.check)}
      busy={isPending}
      danger={action.isDanger}
      submitLabel={action.confirm}
      busyLabel={action.busy}
      failureTitle={action.failure}
      uncertainTitle={uncertainTitle}
      failure={failure}
    >
      <div className="measure">{action.consequence}</div>
      {needsReason && (
        <TextField {...form.field('reason')} label="Reason" hint={action.reasonHint} autoComplete="off" />
      )}
    </FormDialog>
  );
}
