import { useState } from 'react';
import type { CoachingPlanSlot } from '../../../../shared/shop/coaching-pdfs.ts';
import { trpc } from '../../../trpc.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { CoachingPlanSlotCard } from './coaching-plan-slot-card.tsx';
import { CoachingPlanSlotEditor } from './coaching-plan-slot-editor.tsx';
import { useRefreshCoachingPlans } from './use-refresh-products.ts';

const gridClass = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3';

export function CoachingPlanSlotsPanel() {
  const query = trpc.admin.coachingPlans.list.useQuery();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The coaching plans could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the coaching plans..." className={gridClass}>
          {[1, 2, 3, 4, 5, 6].map((card) => (
            <SkeletonCard key={card} />
          ))}
        </SkeletonRegion>
      }
    >
      {(slots) => {
        return <SlotGrid slots={slots} />;
      }}
    </AdminQueryView>
  );
}

type Editing = { slot: CoachingPlanSlot; open: boolean; opened: number };

function SlotGrid({ slots }: { slots: readonly CoachingPlanSlot[] }) {
  const [editing, setEditing] = useState<Editing>();
  const [clearing, setClearing] = useState<CoachingPlanSlot>();
  const { client } = trpc.useUtils();
  const refresh = useRefreshCoachingPlans();
  const empty = slots.filter(({ filePath }) => filePath === null).map(({ pdfNumber }) => pdfNumber);

  return (
    <>
      {empty.length > 0 && (
        <Notice tone="warning" title={emptyTitle(empty)} className="mb-6">
          In place of the download, students whose membership includes such a plan see “Coming soon”.
        </Notice>
      )}
      <ul className={gridClass}>
        {slots.map((slot) => (
          <CoachingPlanSlotCard
            key={slot.pdfNumber}
            slot={slot}
            onEdit={() => setEditing({ slot, open: true, opened: (editing?.opened ?? 0) + 1 })}
            onClear={() => setClearing(slot)}
          />
        ))}
      </ul>
      {editing && (
        <CoachingPlanSlotEditor
          // Each time it opens, the editor starts from the stored values.
          key={editing.opened}
          slot={editing.slot}
          open={editing.open}
          onClose={() => setEditing({ ...editing, open: false })}
        />
      )}
      {clearing && (
        <ActionDialog
          action={clearAction(clearing, async () => {
            const { pdfNumber, updatedAt } = clearing;
            await client.admin.coachingPlans.clearFile.mutate({ pdfNumber, editedFrom: updatedAt });
          })}
          onClose={() => setClearing(undefined)}
          onDone={refresh}
        />
      )}
    </>
  );
}

function clearAction({ pdfNumber, title }: CoachingPlanSlot, clear: () => Promise<void>): AdminAction {
  return {
    title: `Remove the file of plan ${pdfNumber}?`,
    consequence: (
      <p>
        “{title}” stays in its slot and shows “Coming soon” until it gets another file. To replace the file,
        edit the plan instead.
      </p>
    ),
    confirm: 'Remove file',
    busy: 'Removing...',
    isDanger: true,
    failure: 'Failed to remove the file',
    run: async () => {
      await clear();
      return `Plan ${pdfNumber} has no file now`;
    },
  };
}

function emptyTitle(numbers: readonly number[]): string {
  if (numbers.length === 1) return `Plan ${numbers[0]} has no file`;
  return `${numbers.length} plans have no file: ${numbers.join(', ')}`;
}
