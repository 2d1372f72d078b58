import { useEffect, useState } from 'react';
import { z } from 'zod';
import { amountAdvice, centsToDollarsInput, parseDollars } from '../../../../shared/dollar-input.ts';
import {
  type PlanAmounts,
  planAmountsInput,
  planOrderWarning,
  type SavePlanAmounts,
} from '../../../../shared/payments/plan-amounts.ts';
import { planNames } from '../../../../shared/payments/plan-names.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { FieldProps } from '../../../lib/use-form-fields.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { useRefresh } from '../use-refresh.ts';
import {
  AnnouncePriceDialog,
  keepingText,
  notifiedLaterText,
  subscribersText,
  waitingOf,
} from './announce-price-dialog.tsx';
import { SaveBar } from './save-bar.tsx';
import { UnusualValueDialog } from './unusual-value-dialog.tsx';

type DirtyProps = { onDirty: (isDirty: boolean) => void };

/** The price of each plan, and the list price that the dashboard shows. */
export function PlanAmountsForm({ onDirty }: DirtyProps) {
  // Another admin, or this admin in another tab, may have changed the prices after they were loaded.
  const query = trpc.admin.subscriptions.planAmounts.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The prices could not be loaded"
      skeleton={<TableSkeleton label="Loading the prices..." rows={3} />}
    >
      {(plans) => <PricesForm plans={plans} onDirty={onDirty} />}
    </AdminQueryView>
  );
}

type Amount = 'priceCents' | 'listPriceCents';
type FieldName = `${PlanAmounts['plan']}.${Amount}`;
const nameOf = ({ plan }: Pick<PlanAmounts, 'plan'>, amount: Amount): FieldName => `${plan}.${amount}`;

const amountSchema = (schema: z.ZodType<number>) =>
  z.string().transform((text, context) => {
    const advice = amountAdvice(text);
    const parsed = schema.safeParse(parseDollars(text));
    if (parsed.success && advice === undefined) return parsed.data;
    const message = advice ?? parsed.error?.issues[0]?.message ?? 'Enter an amount';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
const price = amountSchema(planAmountsInput.shape.priceCents);
const listPrice = amountSchema(planAmountsInput.shape.listPriceCents);
const pricesSchema: z.ZodType<Record<FieldName, number>> = z.object({
  'silver.priceCents': price,
  'silver.listPriceCents': listPrice,
  'gold.priceCents': price,
  'gold.listPriceCents': listPrice,
  'diamond.priceCents': price,
  'diamond.listPriceCents': listPrice,
});

const textsOf = (plans: readonly PlanAmounts[]) =>
  Object.fromEntries(
    plans.flatMap((plan) => [
      [nameOf(plan, 'priceCents'), centsToDollarsInput(plan.priceCents)],
      [nameOf(plan, 'listPriceCents'), centsToDollarsInput(plan.listPriceCents)],
    ]),
  ) as Record<FieldName, string>;

function PricesForm({ plans, onDirty }: DirtyProps & { plans: readonly PlanAmounts[] }) {
  const [announcing, setAnnouncing] = useState<PlanAmounts>();
  const [unconfirmed, setUnconfirmed] = useState<{ text: string; changes: SavePlanAmounts[] }>();
  const form = useStoredForm({
    stored: textsOf(plans),
    version: undefined,
    schema: pricesSchema,
    describe: (_name, text) => `$${text}`,
  });
  const isDirty = plans.some((plan) =>
    (['priceCents', 'listPriceCents'] as const).some(
      (amount) => parseDollars(form.values[nameOf(plan, amount)]) !== plan[amount],
    ),
  );
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const utils = trpc.useUtils();
  const { isPending, failure, run } = useAction(
    trpc.admin.subscriptions.savePlanAmounts.useMutation({
      onSuccess(saved, changes) {
        utils.admin.subscriptions.planAmounts.setData(undefined, saved);
        showToast({
          title: 'Saved',
          description: changes
            .map(({ plan, priceCents }) => `${planNames[plan]}: ${formatCents(priceCents)} a month`)
            .join(', '),
          tone: 'success',
        });
      },
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  const seenCents = (plan: PlanAmounts, amount: Amount) =>
    parseDollars(form.seen[nameOf(plan, amount)]) ?? plan[amount];

  function handleSubmit() {
    const amounts = form.check();
    if (!amounts) return;
    const changes = plans
      .map((plan) => ({
        plan: plan.plan,
        priceCents: amounts[nameOf(plan, 'priceCents')],
        listPriceCents: amounts[nameOf(plan, 'listPriceCents')],
        before: {
          priceCents: seenCents(plan, 'priceCents'),
          listPriceCents: seenCents(plan, 'listPriceCents'),
        },
      }))
      .filter(
        (change, index) =>
          change.priceCents !== plans[index]?.priceCents ||
          change.listPriceCents !== plans[index]?.listPriceCents,
      );
    if (changes.length === 0) return;
    const text = planOrderWarning(plans, changes);
    if (text !== undefined) setUnconfirmed({ text, changes });
    else save(changes);
  }

  function save(changes: SavePlanAmounts[]) {
    setUnconfirmed(undefined);
    run(changes);
  }

  return (
    <>
      <Form ref={form.formRef} aria-label="Membership prices" onSubmit={handleSubmit}>
        <div className="divide-y divide-border border-y border-border">
          {plans.map((plan) => (
            <PlanRow
              key={plan.plan}
              plan={plan}
              price={form.field(nameOf(plan, 'priceCents'))}
              listPrice={form.field(nameOf(plan, 'listPriceCents'))}
              onAnnounce={() => setAnnouncing(plan)}
            />
          ))}
        </div>
        <SaveBar
          title="Membership prices"
          failureTitle="No price was saved"
          failure={failure}
          isPending={isPending}
          isDirty={isDirty}
          onDiscard={form.discard}
        />
      </Form>
      <UnusualValueDialog
        warnings={unconfirmed ? [unconfirmed.text] : []}
        confirm={(unconfirmed?.changes ?? [])
          .map(({ plan, priceCents }) => `Charge ${formatCents(priceCents)} for ${planNames[plan]}`)
          .join(', ')}
        onConfirm={() => unconfirmed && save(unconfirmed.changes)}
        onClose={() => setUnconfirmed(undefined)}
      />
      {announcing && <AnnouncePriceDialog plan={announcing} onClose={() => setAnnouncing(undefined)} />}
    </>
  );
}

type PlanRowProps = {
  plan: PlanAmounts;
  price: FieldProps;
  listPrice: FieldProps;
  onAnnounce: () => void;
};

function PlanRow({ plan, price: priceField, listPrice: listPriceField, onAnnounce }: PlanRowProps) {
  const name = planNames[plan.plan];
  const waiting = waitingOf(plan);
  const later = notifiedLaterText(plan.notifiedLater);
  return (
    <fieldset aria-label={`Prices of ${name}`} className="py-5">
      <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-start">
        <h3 className="font-semibold sm:mt-9">{name}</h3>
        <TextField label="Charged each month ($)" inputMode="decimal" autoComplete="off" {...priceField} />
        <TextField label="List price ($)" inputMode="decimal" autoComplete="off" {...listPriceField} />
      </div>
      <p className="mt-1 text-sm text-muted">
        {plan.priceCents !== plan.listPriceCents &&
          `Students pay ${formatCents(plan.priceCents)}, but the dashboard shows ${formatCents(plan.listPriceCents)}. `}
        {waiting > 0 && `${keepingText(waiting)} an earlier price. `}
        {plan.notified > 0 &&
          `${subscribersText(plan.notified)} ${plan.notified === 1 ? 'was' : 'were'} notified of today’s price. `}
        {later && `${later} `}
        Last changed on {formatDate(plan.updatedAt)}
      </p>
      {waiting > 0 && (
        <Button variant="secondary" size="small" onClick={onAnnounce} className="mt-2">
          Charge earlier subscribers {formatCents(plan.priceCents)}
          <span className="sr-only"> for {name}</span>
        </Button>
      )}
    </fieldset>
  );
}
