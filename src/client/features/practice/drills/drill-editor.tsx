import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EditedDrill } from '../../../../shared/practice/drill-editor.ts';
import { countText } from '../../../lib/count-text.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { LeaveConfirmation } from '../../../ui/leave-confirmation.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { type DrillDraft, draftOf, emptyDraft } from './drill-draft.ts';
import { DrillFields, drillKindNames } from './drill-fields.tsx';
import { useDrillDraft } from './use-drill-draft.ts';

export type DrillEditorProps = {
  /** The id of a stored drill, or `new`. */
  id: string;
  /** The deck of a new drill, if one is chosen. */
  deckId: string | undefined;
};

export function DrillEditor({ id, deckId }: DrillEditorProps) {
  const query = trpc.drills.edited.useQuery({ id }, { enabled: id !== 'new', gcTime: 0 });
  const [reloads, setReloads] = useState(0);
  if (id === 'new') return <DrillForm drill={undefined} initial={emptyDraft(deckId ?? '')} />;
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonRegion label="Loading the drill..." className="grid gap-6">
          <Skeleton className="h-10 w-80" />
          <Skeleton className="h-20" />
          <Skeleton className="h-64" />
        </SkeletonRegion>
      }
      errorTitle="The drill could not be loaded"
      titleAs="h1"
    >
      {(drill) => (
        <DrillForm
          key={reloads}
          drill={drill}
          initial={draftOf(drill)}
          onReload={async () => {
            const { error } = await query.refetch();
            if (error) showFailure('The new version could not be loaded')(error);
            else setReloads((count) => count + 1);
          }}
        />
      )}
    </QueryView>
  );
}

type DrillFormProps = {
  drill: EditedDrill | undefined;
  initial: DrillDraft;
  onReload?: () => Promise<void>;
};

function DrillForm({ drill, initial, onReload }: DrillFormProps) {
  const form = useDrillDraft(initial);
  const { draft, isDirty } = form;
  /** The stored drill that the coach's changes replace. */
  const [opened, setOpened] = useState(drill);
  const [newest, setNewest] = useState<EditedDrill>();
  const utils = trpc.useUtils();
  const navigate = useNavigate({ from: '/coach' });
  const save = useAction(
    trpc.drills.save.useMutation({
      onSuccess() {
        showToast({ title: 'Drill saved', tone: 'success' });
        void utils.drills.invalidate();
      },
      async onError(error) {
        if (!drill || error.data?.code !== 'conflict') return;
        // If this request fails, too, the message about the conflict stays.
        const stored = await utils.drills.edited
          .fetch({ id: drill.id }, { staleTime: 0 })
          .catch(() => undefined);
        if (
          stored &&
          opened &&
          JSON.stringify(stateOf(stored)) !== JSON.stringify(replacedState(opened, drill))
        ) {
          setNewest(stored);
        }
      },
    }),
    {
      form,
      leave: () => void navigate({ search: ({ drill: _, ...search }) => search, ignoreBlocker: true }),
    },
  );

  function submit() {
    save.submit(() => {
      const input = form.check();
      if (!input || !drill || !opened) return input;
      const { version, ...others } = replacedState(opened, drill);
      return { ...input, id: drill.id, version, opened: others };
    });
  }

  return (
    <Form ref={form.formRef} aria-label="Drill" className="max-w-4xl" onSubmit={submit}>
      <PageHeader
        title={drill ? 'Edit the drill' : 'New drill'}
        lead={
          drill &&
          `${drillKindNames[draft.spot.kind]} · version ${opened?.version}${drill.isArchived ? ' · archived' : ''}`
        }
        aside={
          <>
            {drill && <ArchiveButton id={drill.id} isArchived={drill.isArchived} disabled={isDirty} />}
            <Button
              variant="secondary"
              size="small"
              onClick={() => void navigate({ search: ({ drill: _, ...search }) => search })}
            >
              Back to the drills
            </Button>
          </>
        }
      />
      {drill !== undefined && drill.unclear > 0 && (
        <Notice tone="warning" className="mb-6">
          {`${countText(drill.unclear, 'student reported', 'students reported')} this version as unclear. A new version starts without reports.`}
        </Notice>
      )}
      <DrillFields
        draft={draft}
        errors={form.errors}
        isKindFixed={drill !== undefined}
        onChange={form.change}
      />
      <div className="mt-6 grid gap-4">
        {newest === undefined ? (
          <FormError
            title="The drill was not saved"
            uncertainTitle="The drill may have been saved"
            failure={save.failure}
          />
        ) : (
          <ConflictNotice
            title="This drill was changed in another tab or by another coach"
            onTakeTheirs={() => void onReload?.()}
            onKeepMine={() => {
              setOpened(newest);
              setNewest(undefined);
              save.reset();
            }}
          >
            Your text is still here. To replace version {newest.version} with it, keep it and save again.
          </ConflictNotice>
        )}
        {drill && (
          <p className="text-sm text-muted">
            Any change except to the deck, the leak or “Where it is taught” makes version{' '}
            {(opened?.version ?? 0) + 1}. Each student’s schedule for the drill stays; the statistics start at
            zero.
          </p>
        )}
        <div>
          <Button type="submit" busy={save.isPending} busyLabel="Saving...">
            Save the drill
          </Button>
        </div>
      </div>
      <LeaveConfirmation dirty={isDirty} text="The drill is not saved yet." />
    </Form>
  );
}

/** The values of a stored drill that must not have changed since the coach opened the drill. */
const stateOf = ({ version, deckId, leak, place, isArchived }: EditedDrill) => ({
  version,
  deckId,
  leak,
  place,
  isArchived,
});

/**
 * The state that saving may replace: that of the drill as it was opened, but with the current `isArchived`, because the
 * coach may have archived or restored the drill with the button in this form.
 */
const replacedState = (opened: EditedDrill, { isArchived }: EditedDrill) => ({
  ...stateOf(opened),
  isArchived,
});
