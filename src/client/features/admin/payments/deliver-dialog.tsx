import { deliverOnHoldInput, type PurchaseOnHold } from '../../../../shared/payments/refunds.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

const schema = deliverOnHoldInput.pick({ note: true });

/** Delivers a purchase on hold. The admin must enter a reason. */
export function DeliverDialog({ purchase, onClose }: { purchase: PurchaseOnHold; onClose: () => void }) {
  const form = useFormFields({ initial: () => ({ note: '' }), schema });
  const { isPending, failure, submit } = useAction(
    trpc.admin.payments.deliverOnHold.useMutation({
      onSuccess() {
        onClose();
        showToast({
          title: 'Delivered',
          description: `${purchase.userName} has ${purchase.productName} now, and a receipt.`,
          tone: 'success',
        });
      },
      // Refreshes after an error, too, because the purchase may have changed since this page was loaded.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  return (
    <FormDialog
      onClose={onClose}
      dirty={form.values.note !== ''}
      title={`Deliver to ${purchase.userName}?`}
      description={`${purchase.productName} is added to the library as a normal purchase.`}
      formRef={form.formRef}
      formLabel="Why this is correct"
      onSubmit={() => submit(() => form.checkWith({ purchaseId: purchase.id }))}
      busy={isPending}
      submitLabel="Deliver"
      busyLabel="Delivering..."
      failureTitle="The purchase could not be delivered"
      uncertainTitle="The purchase may have been delivered"
      failure={failure}
    >
      <TextField
        {...form.field('note')}
        label="Why this is correct"
        hint="For the payment’s history; the student does not see it"
        autoComplete="off"
      />
    </FormDialog>
  );
}
