import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { centsToDollarsInput, parseDollars } from '../../../../shared/money.ts';
import { planNames } from '../../../../shared/payments/billing.ts';
import {
  disorderOf,
  type PlanAmounts,
  savePlanAmountsInput,
} from '../../../../shared/payments/plan-amounts.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { AnnouncePriceDialog, subscriptionsThat } from './announce-price-dialog.tsx';
import { useRefreshSettings } from './use-refresh-settings.ts';

/** The price of each plan, and the list price that the overview shows. */
export function PlanAmountsForms() {
  const query = trpc.admin.subscriptions.planAmounts.useQuery();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The prices could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the prices...">
          <TableSkeleton rows={3} />
        </SkeletonRegion>
      }
    >
      {(plans) => (
        <div id="plan-amounts" tabIndex={-1} className="divide-y divide-border border-y border-border">
          {plans.map((plan) => (
            <PlanForm key={plan.plan} plan={plan} plans={plans} />
          ))}
        </div>
      )}
    </AdminQueryView>
  );
}

const typedAmount = (schema: z.ZodType<number>) =>
  z.string().transform((text, context) => {
    const parsed = schema.safeParse(parseDollars(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? 'Enter an amount' });
    return z.NEVER;
  });
const typedAmounts = z.object({
  priceCents: typedAmount(savePlanAmountsInput.shape.priceCents),
  listPriceCents: typedAmount(savePlanAmountsInput.shape.listPriceCents),
});

type Amounts = z.infer<typeof typedAmounts>;

function PlanForm({ plan, plans }: { plan: PlanAmounts; plans: readonly PlanAmounts[] }) {
  const refresh = useRefreshSettings();
  const [announcing, setAnnouncing] = useState(false);
  const [doubt, setDoubt] = useState<{ text: string; amounts: Amounts }>();
  const waiting = plan.onFormerPrice - plan.told;
  const form = useFormFields({
    initial: () => ({
      priceCents: centsToDollarsInput(plan.priceCents),
      listPriceCents: centsToDollarsInput(plan.listPriceCents),
    }),
    schema: typedAmounts,
  });
  const name = planNames[plan.plan];
  const isChanged =
    parseDollars(form.values.priceCents) !== plan.priceCents ||
    parseDollars(form.values.listPriceCents) !== plan.listPriceCents;

  const { isPending, failure, run } = useAction(
    trpc.admin.subscriptions.savePlanAmounts.useMutation({
      onSuccess(_plans, { priceCents }) {
        showToast({
          title: `${name} saved`,
          description: `New subscribers pay ${formatCents(priceCents)} a month.`,
          tone: 'success',
        });
        return refresh();
      },
    }),
    { form },
  );

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const amounts = form.check();
    if (!amounts) return;
    const text = disorderOf(plans, plan.plan, amounts.priceCents);
    if (text !== undefined) setDoubt({ text, amounts });
    else save(amounts);
  }

  function save(amounts: Amounts) {
    setDoubt(undefined);
    run({ plan: plan.plan, ...amounts });
  }

  return (
    <>
      <form
        ref={form.formRef}
        noValidate
        aria-label={`Prices of ${name}`}
        onSubmit={handleSubmit}
        className="py-5"
      >
        <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-start">
          <h3 className="font-semibold sm:mt-9">{name}</h3>
          <TextField
            label="Charged each month ($)"
            inputMode="decimal"
            autoComplete="off"
            {...form.field('priceCents')}
          />
          <TextField
            label="List price ($)"
            inputMode="decimal"
            autoComplete="off"
            {...form.field('listPriceCents')}
          />
          <Button
            type="submit"
            variant="secondary"
            busy={isPending}
            busyLabel="Saving..."
            disabled={!isChanged}
            aria-label={`Save ${name}`}
            className="max-sm:justify-self-start sm:mt-6.5"
          >
            Save
          </Button>
        </div>
        <p className="mt-1 text-sm text-muted">
          {plan.priceCents === plan.listPriceCents
            ? 'Both are the same. '
            : `Students pay ${formatCents(plan.priceCents)}, the overview shows ${formatCents(plan.listPriceCents)}. `}
          {waiting > 0 && `${subscriptionsThat(waiting, 'keep')} an earlier price. `}
          {plan.told > 0 &&
            `${plan.told === 1 ? 'One subscriber was' : `${plan.told} subscribers were`} notified of today's price. `}
          Last changed on {formatDate(plan.updatedAt)}
        </p>
        {waiting > 0 && (
          <Button variant="secondary" size="small" onClick={() => setAnnouncing(true)} className="mt-2">
            Charge them {formatCents(plan.priceCents)} too<span className="sr-only"> for {name}</span>
          </Button>
        )}
        <FormError title={`Failed to save ${name}`} {...formFailure(failure)} />
      </form>
      {/* Placed outside the form, because forms cannot be nested. */}
      <Dialog
        open={doubt !== undefined}
        onClose={() => setDoubt(undefined)}
        title={`${doubt?.text ?? ''} Save anyway?`}
        footer={
          <>
            <Button variant="secondary" onClick={() => setDoubt(undefined)}>
              Keep editing
            </Button>
            <Button onClick={() => doubt && save(doubt.amounts)}>
              Charge {formatCents(doubt?.amounts.priceCents ?? 0)} for {name}
            </Button>
          </>
        }
      >
        <p>The higher plan opens more. Students see all prices side by side.</p>
      </Dialog>
      {announcing && <AnnouncePriceDialog plan={plan} onClose={() => setAnnouncing(false)} />}
    </>
  );
}
