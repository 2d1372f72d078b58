import type { CoachingPlanSlot } from '../../../../shared/shop/coaching-pdfs.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefreshPlans } from '../settings/use-refresh-plans.ts';

export type ClearCoachingPlanDialogProps = { slot: CoachingPlanSlot; open: boolean; onClose: () => void };

/** Asks for confirmation before the file of a coaching plan is removed. */
export function ClearCoachingPlanDialog({ slot, open, onClose }: ClearCoachingPlanDialogProps) {
  const refresh = useRefreshPlans();
  const { isPending, failure, run, reset } = useAction(
    trpc.admin.coachingPlans.clearFile.useMutation({
      onSuccess() {
        onClose();
        showToast({
          title: `Plan ${slot.pdfNumber} has no file now`,
          description: slot.title,
          tone: 'success',
        });
        return refresh();
      },
    }),
  );

  function close() {
    if (isPending) return;
    reset();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Remove the file of plan ${slot.pdfNumber}?`}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={isPending}
            busyLabel="Removing..."
            onClick={() => run({ pdfNumber: slot.pdfNumber })}
          >
            Remove file
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <p>
          “{slot.title}” stays in its slot and shows “Coming soon” until it gets another file. To replace the
          file, edit the plan instead.
        </p>
        <FormError
          title="Failed to remove the file"
          message={failure?.message}
          requestId={failure?.requestId}
        />
      </div>
    </Dialog>
  );
}
