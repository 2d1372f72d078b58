import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { undoSeconds } from '../../../../shared/kyc/kyc-review.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { KycCase } from './kyc-case.tsx';
import { isFiltered, type QueueSearch, readQueueSearch } from './kyc-cases.ts';
import { KycCompare } from './kyc-compare.tsx';
import { type CaseNotes, caseNotesDraft } from './kyc-decision.tsx';
import { KycQueue, type QueuePosition } from './kyc-queue.tsx';
import { UndoBar, useUndoables } from './undo-bar.tsx';

/** KYC Management: the queue, or the case in the URL. The undo bar stays when the case is closed. */
export function KycPanel() {
  const search = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  const { undoables, add, remove } = useUndoables();
  const [undoCount, setUndoCount] = useState(0);
  const [position, setPosition] = useState<QueuePosition>();
  const openCase = (id: string) =>
    void navigate({ search: ({ compare: _, ...current }) => ({ ...current, case: id }) });
  const openQueue = () => void navigate({ search: ({ case: _, compare: __, ...filters }) => filters });
  const compare = (id: string | undefined) =>
    void navigate({ search: ({ compare: _, ...current }) => (id ? { ...current, compare: id } : current) });

  useSingleKeys((key) => {
    if (key !== 'u' || undoables.length > 0) return;
    showToast({
      title: 'Nothing can be undone now',
      description: `Undo works for ${undoSeconds} seconds. Afterwards, open the case and change its decision.`,
    });
  });

  return (
    <>
      <UndoBar
        undoables={undoables}
        onUndone={(undoable) => {
          remove(undoable);
          const draft = caseNotesDraft(undoable.id);
          draft.save({ ...undoable.notes, ...draft.load() });
          setUndoCount(undoCount + 1);
          openCase(undoable.id);
        }}
        onExpire={remove}
      />
      {search.case === undefined ? (
        <KycQueue position={position} onPosition={setPosition} onOpen={openCase} />
      ) : search.compare === undefined ? (
        <CasePage
          // Remounted for another case, which has its own notes, and after an undo, which restores notes.
          key={`${search.case} ${undoCount}`}
          id={search.case}
          filter={readQueueSearch(search)}
          canUndo={undoables.length > 0}
          onOpen={openCase}
          onCompare={compare}
          onBack={openQueue}
          onDecided={add}
        />
      ) : (
        <KycCompare ids={[search.case, search.compare]} onBack={() => compare(undefined)} />
      )}
    </>
  );
}

type CasePageProps = {
  id: string;
  /** The filter of the list that the case was opened from. The next case comes from the same list. */
  filter: QueueSearch;
  canUndo: boolean;
  onOpen: (id: string) => void;
  onCompare: (id: string) => void;
  onBack: () => void;
  onDecided: (view: AdminKycApplication, notes: CaseNotes) => void;
};

function CasePage({ id, filter, canUndo, onOpen, onCompare, onBack, onDecided }: CasePageProps) {
  const query = trpc.admin.kyc.get.useQuery({ id, ...filter }, { retry: retryAdminQuery });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The application could not be loaded"
      missing={
        <EmptyState
          title="There is no such case"
          description="The link is incomplete, or the account was deleted."
          action={<Button onClick={onBack}>Back to the queue</Button>}
        />
      }
      endsWithSession
      skeleton={
        <SkeletonRegion label="Loading application...">
          <Skeleton className="mb-6 h-9 w-64 max-w-full" />
          <div className="grid gap-6 sm:grid-cols-2 lg:w-2/3">
            <Skeleton className="aspect-4/3" />
            <Skeleton className="aspect-4/3" />
          </div>
        </SkeletonRegion>
      }
    >
      {(data) => (
        <KycCase
          review={data}
          filtered={isFiltered(filter)}
          canUndo={canUndo}
          onOpen={onOpen}
          onCompare={onCompare}
          onBack={onBack}
          onDecided={onDecided}
        />
      )}
    </AdminQueryView>
  );
}
