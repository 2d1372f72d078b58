import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';

export type ArchiveButtonProps = {
  id: string;
  isArchived: boolean;
  /** The drill's question, which becomes part of the accessible name in a list of drills. */
  name?: string;
  disabled?: boolean;
};

/** Archives a drill, or restores it. Archived drills are not asked. */
export function ArchiveButton({ id, isArchived, name, disabled }: ArchiveButtonProps) {
  const utils = trpc.useUtils();
  const { run, isPending } = useAction(
    trpc.drills.archive.useMutation({
      onSuccess() {
        showToast({
          title: isArchived ? 'Drill restored' : 'Drill archived',
          description: isArchived ? 'It is part of its deck again.' : 'It is no longer part of its deck.',
          tone: 'success',
        });
      },
      onError: showFailure(
        `The drill was not ${isArchived ? 'restored' : 'archived'}`,
        `The drill may have been ${isArchived ? 'restored' : 'archived'}`,
      ),
      onSettled: () => utils.drills.invalidate(),
    }),
  );
  return (
    <Button
      variant={isArchived ? 'secondary' : 'quiet'}
      size="small"
      busy={isPending}
      disabled={disabled}
      onClick={() => run({ id, isArchived: !isArchived })}
    >
      {isArchived ? 'Restore' : 'Archive'}
      {name !== undefined && <span className="sr-only">: {name}</span>}
    </Button>
  );
}
