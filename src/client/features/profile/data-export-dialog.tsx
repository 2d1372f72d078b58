import { useId, useState } from 'react';
import { dataExportInput, privacyTerms } from '../../../shared/privacy.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/text-field.tsx';

export type DataExportDialogProps = { email: string; open: boolean; onClose: () => void };

/** D-61. Mount it anew for each opening: what was typed must not wait in memory. */
export function DataExportDialog({ email, open, onClose }: DataExportDialogProps) {
  const form = useFormFields({ initial: () => ({ password: '' }), schema: dataExportInput });
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const utils = trpc.useUtils();
  const formId = useId();

  function submit() {
    if (busy) return;
    setFailure(undefined);
    const input = form.check();
    if (!input) return;
    run(async () => {
      try {
        const copy = await utils.client.privacy.requestExport.mutate(input);
        utils.privacy.latestExport.setData(undefined, copy);
        onClose();
      } catch (error) {
        const text = describeError(error);
        setFailure(text);
        if (text.fields) form.showServerErrors(text.fields);
      }
    });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      dirty={form.values.password !== ''}
      title="Download My Data"
      description="A ZIP file with everything we hold about you: a page to read, the same for programs, your notes, your receipts, and your identity documents while they exist."
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Requesting...">
            Request my data
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        ref={form.formRef}
        noValidate
        aria-label="Download My Data"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-4"
      >
        {/* Password managers need to know whose password this is. */}
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <PasswordField {...form.field('password')} label="Your password" />
        <p className="text-sm text-muted">
          The file is ready in about a minute and stays for {privacyTerms.exportDays} days. You can ask once
          every {privacyTerms.exportEveryHours} hours.
        </p>
        <FormError title="Your data was not requested" {...formFailure(failure)} />
      </form>
    </Dialog>
  );
}
