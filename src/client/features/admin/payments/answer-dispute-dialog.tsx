import { useState } from 'react';
import { type Dispute, sendEvidenceInput } from '../../../../shared/payments/refunds.ts';
import { formatCents } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { FileField } from '../products/file-field.tsx';
import { type StoredFile, useFileUpload } from '../products/use-file-upload.ts';
import { useRefresh } from '../use-refresh.ts';

const schema = sendEvidenceInput.pick({ statement: true });

/** Sends the evidence to the bank through Stripe, which is possible only once. */
export function AnswerDisputeDialog({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const form = useFormFields({ initial: () => ({ statement: '' }), schema });
  const messages = useEvidenceFile();
  const delivery = useEvidenceFile();
  const isUploading = messages.uploading || delivery.uploading;
  const { isPending, failure, submit } = useAction(
    trpc.admin.payments.sendEvidence.useMutation({
      onSuccess() {
        onClose();
        showToast({
          title: 'Evidence sent to Stripe',
          description: 'The bank now has the evidence and will decide.',
          tone: 'success',
        });
      },
      // Refreshes after an error, too, because the dispute may have changed since this page was loaded.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  const send = () =>
    submit(() =>
      isUploading
        ? undefined
        : form.checkWith({
            disputeId: dispute.id,
            messagesPath: messages.path,
            deliveryPath: delivery.path,
          }),
    );

  return (
    <FormDialog
      onClose={onClose}
      dirty={form.values.statement !== '' || isUploading || Boolean(messages.path ?? delivery.path)}
      title={`Answer the bank about ${formatCents(dispute.amountCents)}?`}
      description="The bank reads your answer once: after it is sent, nothing can be added or changed. The academy adds its own records: who paid, the terms that were accepted, and how the purchase was used."
      formRef={form.formRef}
      formLabel="Answer to the bank"
      onSubmit={send}
      busy={isPending}
      otherBusy={isUploading}
      submitLabel="Send evidence to Stripe"
      busyLabel="Sending..."
      failureTitle="The evidence was not sent"
      uncertainTitle="The evidence may have been sent"
      failure={failure}
    >
      <TextAreaField
        {...form.field('statement')}
        label="What only you know"
        optional
        hint="Such as what the student wrote to you, and what you answered"
        rows={6}
      />
      <FileField
        label="Messages with the student (optional)"
        purpose="dispute_evidence"
        file={messages}
        error={failure?.fields?.messagesPath}
        onRemove={messages.remove}
      />
      <FileField
        label="Proof that the student got what was paid for (optional)"
        purpose="dispute_evidence"
        file={delivery}
        error={failure?.fields?.deliveryPath}
        onRemove={delivery.remove}
      />
      <p className="text-sm text-muted">
        Stripe accepts one file of each kind. Put several pages into one PDF. Banks do not open links.
      </p>
    </FormDialog>
  );
}

/**
 * An uploaded file of the evidence. Sending the evidence copies the file to Stripe. Whether the evidence is sent or
 * not, the upload is erased after a day by default, like any upload that nothing refers to.
 */
function useEvidenceFile() {
  const [stored, setStored] = useState<StoredFile>();
  const file = useFileUpload(stored?.fileName ?? null, setStored, 'dispute_evidence');
  return { ...file, path: stored?.filePath, remove: () => setStored(undefined) };
}
