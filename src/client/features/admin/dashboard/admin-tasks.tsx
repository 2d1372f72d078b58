import { useState } from 'react';
import type { AdminTask } from '../../../../shared/admin/admin-tasks.ts';
import { planNames } from '../../../../shared/payments/plan-names.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminErrorState } from '../admin-query-view.tsx';
import { useRefreshPayments } from '../payments/use-refresh-payments.ts';
import { RefundTask } from './refund-task.tsx';

/** "To decide": payments that need an admin's decision after a Stripe event. Hidden when there are none. */
export function AdminTasks() {
  const tasks = trpc.admin.payments.tasks.useQuery(undefined, { staleTime: 10_000 });
  if (tasks.error) {
    return <AdminErrorState title="The open tasks could not be loaded" query={tasks} />;
  }
  if (!tasks.data || tasks.data.length === 0) return null;
  return (
    <section
      aria-labelledby="to-decide"
      className="mb-6 rounded-card border border-border bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="to-decide" className="text-lg font-semibold">
          To decide
        </h2>
        <p role="status" className="text-sm text-muted tabular">
          {tasks.data.length === 1 ? '1 payment' : `${tasks.data.length} payments`}
        </p>
      </div>
      <ul className="mt-4 divide-y divide-border border-t border-border">
        {tasks.data.map((task) => (
          <TaskItem key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

function TaskItem({ task }: { task: AdminTask }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <Task task={task} />
    </li>
  );
}

function Task({ task }: { task: AdminTask }) {
  const utils = trpc.useUtils();
  const refresh = useRefreshPayments();
  const [ending, setEnding] = useState(false);
  const { kind, payment } = task;
  const closeTask = useAction(
    trpc.admin.payments.decideTask.useMutation({
      onError: showFailure('The decision was not saved'),
      onSettled: refresh,
    }),
  );
  const handleLeave = () => closeTask.run({ taskId: task.id, decision: 'done' });

  if (kind !== 'refunded_at_stripe')
    return <RefundTask kind={kind} payment={payment} busy={closeTask.isPending} onKeep={handleLeave} />;
  return (
    <>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">
          {payment.userName}: {payment.description}
        </p>
        <p className="measure text-sm text-muted">
          {formatCents(payment.amountCents)} paid on {formatDate(payment.paidAt)}, refunded in full at Stripe.{' '}
          {membershipText(task)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant="secondary"
          aria-label={`Leave as it is: ${payment.userName}`}
          busy={closeTask.isPending}
          busyLabel="Saving..."
          onClick={handleLeave}
        >
          Leave as it is
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-label={`End the membership now: ${payment.userName}`}
          onClick={() => setEnding(true)}
        >
          End the membership now...
        </Button>
      </div>
      {ending && (
        <ActionDialog
          action={{
            title: `End the membership of ${payment.userName} now?`,
            consequence:
              'The student immediately loses what only the membership opens, and nothing more is charged. They can subscribe again.',
            confirm: 'End the membership',
            busy: 'Ending...',
            isDanger: true,
            failure: 'The membership was not ended',
            run: async () => {
              await utils.client.admin.payments.decideTask.mutate({ taskId: task.id, decision: 'end_plan' });
              return 'The membership has ended';
            },
          }}
          onClose={() => setEnding(false)}
          onDone={refresh}
        />
      )}
    </>
  );
}

function membershipText({ subscription }: AdminTask): string {
  if (!subscription) return '';
  const plan = `${planNames[subscription.plan]} membership`;
  const end = subscription.periodEnd === null ? null : formatDate(subscription.periodEnd);
  if (subscription.renews) return `The ${plan} continues${end === null ? '' : ` and renews on ${end}`}.`;
  return `The ${plan} does not renew. The student keeps it${end === null ? '' : ` until ${end}`} unless you end it now.`;
}
