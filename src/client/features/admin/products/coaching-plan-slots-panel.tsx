import { useState } from 'react';
import type { CoachingPlanSlot } from '../../../../shared/shop/coaching-pdfs.ts';
import { trpc } from '../../../trpc.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { CoachingPlanSlotCard } from './coaching-plan-slot-card.tsx';
import { CoachingPlanSlotEditor } from './coaching-plan-slot-editor.tsx';

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
      {(slots) => <SlotGrid slots={slots} />}
    </AdminQueryView>
  );
}

function SlotGrid({ slots }: { slots: readonly CoachingPlanSlot[] }) {
  const [editing, setEditing] = useState<CoachingPlanSlot>();
  const [clearing, setClearing] = useState<CoachingPlanSlot>();
  const { client } = trpc.useUtils();
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
            onEdit={() => setEditing(slot)}
            onClear={() => setClearing(slot)}
          />
        ))}
      </ul>
      {editing && <CoachingPlanSlotEditor slot={editing} onClose={() => setEditing(undefined)} />}
      {clearing && (
        <ActionDialog
          action={{
            title: `Remove the file of plan ${clearing.pdfNumber}?`,
            consequence: `“${clearing.title}” stays in its slot and shows “Coming soon” until it gets another file. To replace the file, edit the plan instead.`,
            confirm: 'Remove file',
            busy: 'Removing...',
            isDanger: true,
            failure: 'Failed to remove the file',
            async run() {
              const { pdfNumber, updatedAt } = clearing;
              await client.admin.coachingPlans.clearFile.mutate({ pdfNumber, editedFrom: updatedAt });
              return `Plan ${pdfNumber} has no file now`;
            },
          }}
          onClose={() => setClearing(undefined)}
        />
      )}
    </>
  );
}

function emptyTitle(numbers: readonly number[]): string {
  if (numbers.length === 1) return `Plan ${numbers[0]} has no file`;
  return `${numbers.length} plans have no file: ${numbers.join(', ')}`;
}
