import { z } from 'zod';
import { grantProductInput } from '../../../../shared/admin/admin-users.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { describeError } from '../../../lib/error-text.ts';
import { productTypeLabels } from '../../../lib/labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { recordReasonHint } from '../action-dialog.tsx';
import { useRefresh } from '../use-refresh.ts';

const grantForm = z.object({
  productId: z.string().min(1, 'Choose a product'),
  reason: grantProductInput.shape.reason,
});

export type GrantProductDialogProps = {
  userId: string;
  name: string;
  onClose: () => void;
};

/** Grants a product that the user does not have yet. Mount it only while it is open. */
export function GrantProductDialog({ userId, name, onClose }: GrantProductDialogProps) {
  const products = trpc.admin.users.grantableProducts.useQuery({ id: userId });
  const form = useFormFields({ initial: () => ({ productId: '', reason: '' }), schema: grantForm });
  const listFailure = products.error ? describeError(products.error) : undefined;

  const { isPending, failure, submit } = useAction(
    trpc.admin.users.grantProduct.useMutation({
      onSuccess() {
        showToast({ title: `${name} has the product now`, tone: 'success' });
        onClose();
      },
      // After an error too: without a response, the product may have been given.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  return (
    <FormDialog
      onClose={onClose}
      title={`Give ${name} a product?`}
      description="They own it, as if they had bought it. Nothing is charged. They get a notification."
      dirty={form.values.productId !== '' || form.values.reason !== ''}
      formRef={form.formRef}
      formLabel="Give a product"
      onSubmit={() => submit(() => form.checkWith({ id: userId }))}
      busy={isPending}
      submitLabel="Give product"
      busyLabel="Giving..."
      failureTitle="The product was not given"
      uncertainTitle="The product may have been given"
      failure={failure}
    >
      <SelectField
        {...form.field('productId')}
        label="Product"
        placeholder={choiceHint(
          products,
          products.data?.length === 0 ? 'They have every product' : 'Choose a product',
        )}
        options={(products.data ?? []).map(({ id, type, productNumber, title }) => ({
          value: String(id),
          label: `${productTypeLabels[type]} ${productNumber}: ${title}`,
        }))}
      />
      <TextField {...form.field('reason')} label="Reason" hint={recordReasonHint} autoComplete="off" />
      <FormError title="The products could not be loaded" failure={listFailure} />
    </FormDialog>
  );
}
