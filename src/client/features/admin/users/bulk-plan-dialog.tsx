import { planName } from '../../../lib/labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type BulkDialogProps, leftOutText, peopleText } from './bulk-people.ts';
import { GrantFields } from './grant-fields.tsx';
import { emptyGrant, grantDraftSchema, sharedGrantFields } from './grant-plan-draft.ts';

/** Grants several users the same free membership. Mount it only while it is open. */
export function BulkPlanDialog({ people, onClose, onDone }: BulkDialogProps) {
  const form = useFormFields({ initial: () => ({ ...emptyGrant }), schema: grantDraftSchema });
  const reached = people.total - people.closed;
  const { isPending, failure, submit } = useAction(
    trpc.admin.subscriptions.grantPlans.useMutation({
      async onSuccess({ done }, { plan }) {
        await onDone();
        showToast({
          title:
            done === 0
              ? `All of them already have ${planName(plan)} for that period`
              : `${peopleText(done)} got ${planName(plan)}`,
          tone: 'success',
        });
        onClose();
      },
    }),
    { form, fieldNames: { endsAt: 'endsOn' } },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={
        reached === 0
          ? 'None of these people can get a membership'
          : `Give ${peopleText(reached)} a membership?`
      }
      description={[
        leftOutText(people),
        reached > 0 &&
          'If they also pay for a membership, the higher one applies. Nothing is charged. Each of them gets an email. Users who already have this membership for that period are skipped.',
      ]
        .filter(Boolean)
        .join(' ')}
      size="large"
      dirty={form.values.plan !== '' || form.values.endsOn !== '' || form.values.reason !== ''}
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          const draft = form.check();
          return draft && { ids: people.ids, ...sharedGrantFields(draft) };
        })
      }
      busy={isPending}
      submitLabel={`Give it to ${peopleText(reached)}`}
      insteadOfSubmit={reached === 0 && <span />}
      busyLabel="Giving..."
      failureTitle="The memberships were not given"
      uncertainTitle="The memberships may have been given"
      failure={failure}
      fieldsClass="grid gap-4 sm:grid-cols-2"
    >
      <GrantFields form={form} hiddenFrom="the students" />
    </FormDialog>
  );
}
