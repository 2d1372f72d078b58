import { useState } from 'react';
import { z } from 'zod';
import { grantProductInput } from '../../../../shared/admin-users.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSingleRun } from '../use-single-run.ts';

const grantForm = z.object({
  productId: z.string().min(1, 'Choose a product'),
  reason: grantProductInput.shape.reason,
});

export type GrantProductDialogProps = {
  userId: string;
  name: string;
  onClose: () => void;
  onDone: () => Promise<void>;
};

/** Gives a single product that the person does not have yet (J6); mounted while it is open. */
export function GrantProductDialog({ userId, name, onClose, onDone }: GrantProductDialogProps) {
  const { client } = trpc.useUtils();
  const products = trpc.adminUsers.grantableProducts.useQuery({ id: userId }, { staleTime: 0 });
  const { running, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const form = useFormFields({ initial: () => ({ productId: '', reason: '' }), schema: grantForm });
  const listFailure = products.error ? describeError(products.error) : undefined;

  const give = () =>
    run(async () => {
      setFailure(undefined);
      const values = form.check();
      if (!values) return;
      try {
        await client.adminUsers.grantProduct.mutate({ id: userId, ...values });
        await onDone();
        showToast({ title: `${name} has the product now`, tone: 'success' });
        onClose();
      } catch (error) {
        const described = describeError(error);
        setFailure(described);
        if (described.fields) form.showServerErrors(described.fields);
      }
    });

  return (
    <Dialog
      open
      onClose={() => {
        if (!running) onClose();
      }}
      title={`Give ${name} a product?`}
      description="They can open it at once and keep it, as if they had bought it. Nothing is charged. Their bell tells them."
      dirty={form.values.productId !== '' || form.values.reason !== ''}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button busy={running} busyLabel="Giving..." onClick={() => void give()}>
            Give product
          </Button>
        </>
      )}
    >
      <form
        ref={form.formRef}
        noValidate
        aria-label="Give a product"
        onSubmit={(event) => {
          event.preventDefault();
          void give();
        }}
        className="flex flex-col gap-4"
      >
        <SelectField
          {...form.field('productId')}
          label="Product"
          placeholder={
            products.data?.length === 0
              ? 'They have every product'
              : products.data
                ? 'Choose a product'
                : 'Loading...'
          }
          options={(products.data ?? []).map(({ id, type, productNumber, title }) => ({
            value: String(id),
            label: `${type === 'pdf' ? 'PDF' : 'Session'} ${productNumber}: ${title}`,
          }))}
        />
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="Kept in the records, not shown to the student"
          autoComplete="off"
        />
        <FormError
          title="The products could not be loaded"
          message={listFailure?.message}
          requestId={listFailure?.requestId}
        />
        <FormError
          title="The product was not given"
          message={failure?.message}
          requestId={failure?.requestId}
        />
      </form>
    </Dialog>
  );
}
