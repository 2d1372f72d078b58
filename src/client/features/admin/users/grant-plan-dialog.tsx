import { formatDate } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import { GrantFields } from './grant-fields.tsx';
import { emptyGrant, grantDraftSchema, readGrant } from './grant-plan-draft.ts';

export type GrantPlanDialogProps = {
  userId: string;
  name: string;
  onClose: () => void;
};

/** Grants a plan, in addition to any paid one. Mount it only while it is open. */
export function GrantPlanDialog({ userId, name, onClose }: GrantPlanDialogProps) {
  const form = useFormFields({ initial: () => ({ ...emptyGrant }), schema: grantDraftSchema });

  const { isPending, failure, submit } = useAction(
    trpc.admin.subscriptions.grantPlan.useMutation({
      onSuccess({ plan, isActive, startsAt }) {
        showToast({
          title: isActive
            ? `${name} has ${planName(plan)} now`
            : `${name} gets ${planName(plan)} on ${formatDate(startsAt)}`,
          tone: 'success',
        });
        onClose();
      },
      // After an error too: without a response, the membership may have been given.
      onSettled: useRefresh().onSettled,
    }),
    { form, fieldNames: { amountCents: 'amount', startsAt: 'startsOn', endsAt: 'endsOn' } },
  );

  const grant = () =>
    submit(() => {
      const draft = form.check();
      return draft && readGrant(userId, draft);
    });

  return (
    <FormDialog
      onClose={onClose}
      title={`Give ${name} a membership?`}
      description="If they also pay for a membership, the higher one applies. Nothing is charged. They get an email."
      size="large"
      dirty={Object.values(form.values).some((value) => value !== '')}
      formRef={form.formRef}
      formLabel="Give a membership"
      onSubmit={grant}
      busy={isPending}
      submitLabel="Give membership"
      busyLabel="Giving..."
      failureTitle="The membership was not given"
      uncertainTitle="The membership may have been given"
      failure={failure}
      fieldsClass="grid gap-4 sm:grid-cols-2"
    >
      <GrantFields form={form} hiddenFrom="the student">
        <TextField
          {...form.field('amount')}
          label="Amount in dollars"
          optional
          hint="For your records only: the price agreed on outside the academy"
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
        <DateField
          {...form.field('startsOn')}
          label="First day"
          optional
          zone="own"
          emptyHint="Leave empty to start now"
        />
      </GrantFields>
    </FormDialog>
  );
}
