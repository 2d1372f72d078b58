import { useState } from 'react';
import { grantablePlans } from '../../../../shared/billing.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { planName } from '../../../lib/plan-names.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSingleRun } from '../use-single-run.ts';
import { emptyGrant, grantDraftSchema, readGrant } from './grant-plan-draft.ts';

export type GrantPlanDialogProps = {
  userId: string;
  name: string;
  onClose: () => void;
  onDone: () => Promise<void>;
};

/** Gives a plan beside whatever is paid for (E8, D-69); mounted while it is open. */
export function GrantPlanDialog({ userId, name, onClose, onDone }: GrantPlanDialogProps) {
  const { client } = trpc.useUtils();
  const { running, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const form = useFormFields({ initial: () => ({ ...emptyGrant }), schema: grantDraftSchema });

  const give = () =>
    run(async () => {
      setFailure(undefined);
      const draft = form.check();
      if (!draft) return;
      try {
        await client.payments.adminGrantPlan.mutate(readGrant(userId, draft));
        await onDone();
        showToast({ title: `${name} has ${planName(draft.plan)} now`, tone: 'success' });
        onClose();
      } catch (error) {
        const described = describeError(error);
        setFailure(described);
        const { amountCents, startsAt, endsAt, ...others } = described.fields ?? {};
        if (described.fields) {
          form.showServerErrors({
            ...others,
            ...(amountCents && { amount: amountCents }),
            ...(startsAt && { startsOn: startsAt }),
            ...(endsAt && { endsOn: endsAt }),
          });
        }
      }
    });

  return (
    <Dialog
      open
      onClose={() => {
        if (!running) onClose();
      }}
      title={`Give ${name} a plan?`}
      description="It counts beside whatever they pay for: the higher plan opens. Nothing is charged. They get a mail."
      size="large"
      dirty={Object.values(form.values).some((value) => value !== '')}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button busy={running} busyLabel="Giving..." onClick={() => void give()}>
            Give plan
          </Button>
        </>
      )}
    >
      <form
        ref={form.formRef}
        noValidate
        aria-label="Give a plan"
        onSubmit={(event) => {
          event.preventDefault();
          void give();
        }}
        className="grid gap-4 sm:grid-cols-2"
      >
        <SelectField
          {...form.field('plan')}
          label="Plan"
          placeholder="Choose a plan"
          options={grantablePlans.map((value) => ({ value, label: planName(value) }))}
        />
        <TextField
          {...form.field('amount')}
          label="Amount in dollars"
          optional
          hint="Only shown: what you agreed outside"
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...form.field('description')}
          label="Description"
          optional
          hint="The student reads it"
          autoComplete="off"
          className="sm:col-span-2"
        />
        <TextField {...form.field('startsOn')} label="First day" optional hint="Empty: now" type="date" />
        <TextField {...form.field('endsOn')} label="Last day" optional hint="Empty: no end" type="date" />
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="Kept in the records, not shown to the student"
          autoComplete="off"
          className="sm:col-span-2"
        />
        <div className="sm:col-span-2">
          <FormError
            title="The plan was not given"
            message={failure?.message}
            requestId={failure?.requestId}
          />
        </div>
      </form>
    </Dialog>
  );
}
