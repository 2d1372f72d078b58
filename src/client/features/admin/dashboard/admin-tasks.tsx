import { useState } from 'react';
import type { AdminTask } from '../../../../shared/admin/admin-tasks.ts';
import { planNames } from '../../../../shared/payments/plan-names.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { useRefresh } from '../use-refresh.ts';

const RefundDialog = lazyDialog(async () => (await import('../payments/refund-dialog.tsx')).RefundDialog);

/** "To decide": payments that need an admin's decision after a Stripe event. Hidden when there are none. */
export function AdminTasks() {
  const query = trpc.admin.payments.tasks.useQuery(undefined, { staleTime: 10_000 });
  const [opened, setOpened] = useState<AdminTask>();
  return (
    <>
      <div className={query.isLoadingError ? 'mb-10' : 'contents'}>
        <AdminQueryView
          query={query}
          errorTitle="The payments to decide could not be loaded"
          skeleton={null}
          empty={null}
        >
          {(tasks) => <TaskList tasks={tasks} onOpen={setOpened} />}
        </AdminQueryView>
      </div>
      {/* Not inside the list, so that the dialog and its error stay after another admin has decided the task. */}
      {opened && <TaskDialog task={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

type TaskListProps = { tasks: readonly AdminTask[]; onOpen: (task: AdminTask) => void };

function TaskList({ tasks, onOpen }: TaskListProps) {
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
          {countText(tasks.length, 'payment')}
        </p>
      </div>
      <ul className="mt-4 divide-y divide-border border-t border-border">
        {tasks.map((task) => (
          <Task key={task.id} task={task} onOpen={() => onOpen(task)} />
        ))}
      </ul>
    </section>
  );
}

type RefundTaskKind = Exclude<AdminTask['kind'], 'refunded_at_stripe'>;

/** The texts for payments that an admin should probably refund. */
const refundTexts: Record<RefundTaskKind, { reason: string; advice: string }> = {
  fraud_warning: {
    reason: 'The card’s bank reports it as fraud.',
    advice: 'Refund it now. A dispute usually follows and costs a fee even if you win.',
  },
  paid_after_end: {
    reason: 'The membership had already ended, so the student has no access from this payment.',
    advice: 'Refund it, or give the student a membership and keep the payment.',
  },
};

function Task({ task, onOpen }: { task: AdminTask; onOpen: () => void }) {
  const { kind, payment } = task;
  const close = useAction(
    trpc.admin.payments.decideTask.useMutation({
      onError: showFailure('The decision was not saved', 'The decision may have been saved'),
      onSettled: useRefresh().onSettled,
    }),
  );
  const isRefunded = kind === 'refunded_at_stripe';
  const isOnItsWay = !isRefunded && payment.pendingCents > 0;
  const [leaveLabel, actLabel] = isRefunded
    ? ['Leave as it is', 'End the membership now']
    : ['Keep the payment', 'Refund'];

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">
          {payment.userName}: {payment.description}
        </p>
        <p className="measure text-sm text-muted">
          {formatCents(payment.amountCents)} paid on {formatDate(payment.paidAt)}
          {isRefunded
            ? `, refunded in full at Stripe. ${membershipText(task)}`
            : `. ${refundTexts[kind].reason} ${isOnItsWay ? 'The refund is on its way.' : refundTexts[kind].advice}`}
        </p>
      </div>
      {!isOnItsWay && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            aria-label={`${leaveLabel}: ${payment.userName}`}
            busy={close.isPending}
            busyLabel="Saving..."
            onClick={() => close.run({ taskId: task.id, decision: 'done' })}
          >
            {leaveLabel}
          </Button>
          <Button
            size="small"
            variant="danger"
            aria-label={`${actLabel}: ${payment.userName}`}
            onClick={onOpen}
          >
            {actLabel}...
          </Button>
        </div>
      )}
    </li>
  );
}

/** Refunds the payment or, if it was already refunded at Stripe, ends the membership that it paid for. */
function TaskDialog({ task, onClose }: { task: AdminTask; onClose: () => void }) {
  const { client } = trpc.useUtils();
  const { id: taskId, kind, payment } = task;
  if (kind !== 'refunded_at_stripe') return <RefundDialog paymentId={payment.id} onClose={onClose} />;
  return (
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
          await client.admin.payments.decideTask.mutate({ taskId, decision: 'end_plan' });
          return 'The membership has ended';
        },
      }}
      onClose={onClose}
    />
  );
}

function membershipText({ subscription }: AdminTask): string {
  if (!subscription) return '';
  const plan = `${planNames[subscription.plan]} membership`;
  const end = subscription.periodEnd === null ? null : formatDate(subscription.periodEnd);
  if (subscription.renews) return `The ${plan} continues${end === null ? '' : ` and renews on ${end}`}.`;
  return `The ${plan} does not renew. The student keeps it${end === null ? '' : ` until ${end}`} unless you end it now.`;
}
