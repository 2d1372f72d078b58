import { useState } from 'react';
import { isFreeProduct } from '../../../../shared/access/access-rules.ts';
import { paidPlans } from '../../../../shared/payments/billing.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { planName } from '../../../lib/labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { type FieldProps, useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import { emptyPromotionCode, promotionCodeDraftSchema, readPromotionCode } from './promotion-code-draft.ts';
import { createdText } from './promotion-code-labels.ts';

const kinds = [
  { value: 'percent', label: 'A percentage' },
  { value: 'amount', label: 'An amount in dollars' },
];
const scopes = [
  { value: 'everything', label: 'All products and memberships' },
  { value: 'products', label: 'All products' },
  { value: 'plans', label: 'All memberships' },
  { value: 'product', label: 'One product' },
  { value: 'plan', label: 'One membership' },
];
const plans = paidPlans.map((value) => ({ value, label: planName(value) }));

/** Maps the server's field names to those of the form where they differ. */
const fieldNames = {
  percentOff: 'value',
  amountOffCents: 'value',
  expiresAt: 'lastDay',
  maxRedemptions: 'limit',
};

/** Creates a promotion code. Mount it only while it is open. */
export function PromotionCodeDialog({ onClose }: { onClose: () => void }) {
  const [id] = useState(() => crypto.randomUUID());
  const form = useFormFields({
    initial: () => ({ ...emptyPromotionCode }),
    schema: promotionCodeDraftSchema,
  });
  const { values } = form;

  const { isPending, failure, submit } = useAction(
    trpc.admin.promotions.create.useMutation({
      onSuccess(created) {
        showToast({ title: createdText(created), tone: 'success' });
        onClose();
      },
      // Refreshes after an error, too, because the list also contains a code that could not be created at Stripe.
      onSettled: useRefresh().onSettled,
    }),
    { form, fieldNames },
  );

  const create = () =>
    submit(() => {
      const draft = form.check();
      return draft && readPromotionCode(id, draft);
    });

  return (
    <FormDialog
      onClose={onClose}
      title="Create a promotion code"
      description="Students enter it before they pay. For a membership, it reduces the first payment only."
      size="large"
      dirty={Object.entries(emptyPromotionCode).some(([name, empty]) => Reflect.get(values, name) !== empty)}
      formRef={form.formRef}
      onSubmit={create}
      busy={isPending}
      submitLabel="Create code"
      busyLabel="Creating..."
      failureTitle="The code was not created"
      uncertainTitle="The code may have been created"
      failure={failure}
      fieldsClass="grid gap-4 sm:grid-cols-2"
    >
      <TextField
        {...form.field('code')}
        label="Code"
        hint="3 to 40 letters, digits and hyphens. A code cannot be reused for another discount."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="sm:col-span-2"
      />
      <SelectField {...form.field('kind')} label="Discount" options={kinds} />
      <TextField
        {...form.field('value')}
        label={values.kind === 'percent' ? 'Percent' : 'Amount in dollars'}
        hint={`${values.kind === 'percent' ? 'A whole number from 1 to 99. ' : ''}Not valid for prices that would leave less than $0.50 to pay.`}
        inputMode={values.kind === 'percent' ? 'numeric' : 'decimal'}
        autoComplete="off"
      />
      <SelectField {...form.field('scope')} label="Applies to" options={scopes} />
      {values.scope === 'product' && <ProductField {...form.field('productId')} />}
      {values.scope === 'plan' && (
        <SelectField
          {...form.field('plan')}
          label="Membership"
          placeholder="Choose a membership"
          options={plans}
        />
      )}
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
        <DateField
          {...form.field('lastDay')}
          label="Last day"
          optional
          zone="own"
          emptyHint="Leave empty for no end"
        />
        <TextField
          {...form.field('limit')}
          label="Uses in total"
          optional
          hint="Leave empty for no limit. Each student can use the code once."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </FormDialog>
  );
}

/** Products that are not free. */
function ProductField(field: FieldProps) {
  const products = trpc.admin.products.list.useQuery();
  const options = (products.data ?? [])
    .filter((product) => !isFreeProduct(product))
    .map(({ id, title }) => ({ value: String(id), label: title }));
  return (
    <SelectField
      {...field}
      label="Product"
      placeholder={choiceHint(products, 'Choose a product')}
      options={options}
    />
  );
}
