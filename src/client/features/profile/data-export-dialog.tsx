import { dataExportInput, exportEveryHours } from '../../../shared/profile/privacy.ts';
import { retention } from '../../../shared/profile/retention.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/text-field.tsx';

export type DataExportDialogProps = { email: string; open: boolean; onClose: () => void };

/** Mount a new instance each time it opens, so that typed passwords do not stay in memory. */
export function DataExportDialog({ email, open, onClose }: DataExportDialogProps) {
  const form = useFormFields({ initial: () => ({ password: '' }), schema: dataExportInput });
  const utils = trpc.useUtils();
  const { isPending, failure, submit } = useAction(
    trpc.privacy.requestExport.useMutation({
      onSuccess(copy) {
        utils.privacy.latestExport.setData(undefined, copy);
        onClose();
      },
      // If the response is lost, the copy may have been requested.
      onError: () => utils.privacy.latestExport.invalidate(),
    }),
    { form },
  );

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      dirty={form.values.password !== ''}
      title="Download My Data"
      description="A ZIP file with everything we hold about you: a page to read, the same data for programs, your notes, your receipts, and your identity documents while they exist."
      formRef={form.formRef}
      onSubmit={() => submit(form.check)}
      busy={isPending}
      submitLabel="Request my data"
      busyLabel="Requesting..."
      failureTitle="Your data was not requested"
      uncertainTitle="Your data may have been requested"
      failure={failure}
      accountEmail={email}
    >
      <PasswordField {...form.field('password')} label="Your password" />
      <p className="text-sm text-muted">
        The file is ready in about a minute and stays for {retention.exportDays} days. You can ask once every{' '}
        {exportEveryHours} hours.
      </p>
    </FormDialog>
  );
}
