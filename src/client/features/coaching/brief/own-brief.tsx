import { type BriefBlock, type BriefShares, briefBlocks } from '../../../../shared/coaching/brief.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Notice } from '../../../ui/notice.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { BriefSheet, BriefSkeleton, PrintButton } from './brief-sheet.tsx';

/** The student's brief as their coaches see it, with a switch for each block. */
export function OwnBrief() {
  // The brief changes with each hand, session and answer of the student.
  const query = trpc.coaching.ownBrief.useQuery(undefined, { staleTime: 0 });
  return (
    <QueryView
      query={query}
      skeleton={<BriefSkeleton />}
      errorTitle="Your brief could not be loaded"
      titleAs="h1"
      note="What your coaches see has not changed."
    >
      {({ brief, shares }) => (
        <>
          <div className="mb-8 flex flex-wrap items-start justify-between gap-4 print:hidden">
            <Notice title="What a coach reads about you" className="min-w-0 flex-1 basis-96">
              Only coaches who answer a question of yours or have answered one in the last six months can open
              this page. The page never shows your email, address, identity documents or payments.
            </Notice>
            <PrintButton />
          </div>
          <BriefSheet
            brief={brief}
            hiddenText=""
            control={(block) => <ShareSwitch block={block} shares={shares} />}
          />
        </>
      )}
    </QueryView>
  );
}

function ShareSwitch({ block, shares }: { block: BriefBlock; shares: BriefShares }) {
  const utils = trpc.useUtils();
  const set = useAction(
    trpc.coaching.setShare.useMutation({
      onError: showFailure('Your choice was not saved'),
      onSettled: () => utils.coaching.ownBrief.invalidate(),
    }),
  );
  // While the change is being saved, the switch shows the new state.
  const isShown = set.isPending && set.variables ? set.variables.isShown : shares[block];
  return (
    <SwitchField
      className="items-center! print:hidden"
      label={<span className="text-sm font-normal text-muted">Shown to coaches</span>}
      aria-label={`Shown to coaches: ${briefBlocks[block].title}`}
      checked={isShown}
      onChange={(event) => set.run({ block, isShown: event.currentTarget.checked })}
    />
  );
}
