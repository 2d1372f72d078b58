import { useEffect, useState } from 'react';
import type { HandView } from '../../../../shared/hands/hands.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useSidePanel } from '../details/side-panel.tsx';
import { GuessHand, isMissing } from '../guess/guess-hand.tsx';
import { Replayer } from '../replayer/replayer.tsx';
import { ReplayerSkeleton } from '../replayer/replayer-skeleton.tsx';
import { useReplay } from '../replayer/use-replay.ts';
import { StarAcademyHand } from '../star-hand.tsx';

export type HandInPlaceProps = {
  id: string;
  /** The mode in which the hand opens. */
  startMode: 'guess' | 'whole';
  /** Called when guess mode begins, so that a video beside the hand can pause. */
  onGuess?: (() => void) | undefined;
};

const missing = <p className="text-muted">This hand was deleted, or it is no longer open to you.</p>;

/** A hand inside another page, in guess mode or whole. */
export function HandInPlace({ id, startMode, onGuess }: HandInPlaceProps) {
  const [mode, setMode] = useState(startMode);
  const [hasGuessed, setHasGuessed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once each time that guessing begins
  useEffect(() => {
    if (mode === 'guess') onGuess?.();
  }, [mode]);
  function leaveGuess() {
    setMode('whole');
    setHasGuessed(true);
  }
  if (mode === 'guess') {
    return (
      <GuessHand
        id={id}
        missing={missing}
        onLeave={leaveGuess}
        end={
          <Button variant="secondary" className="mt-4" onClick={leaveGuess}>
            See the whole hand
          </Button>
        }
      />
    );
  }
  return <LoadedHand id={id} takesFocus={hasGuessed} onStartGuess={() => setMode('guess')} />;
}

type WholeHandProps = {
  onStartGuess: () => void;
  /** Whether the replayer takes the focus, because it replaces guess mode, which had the focus. */
  takesFocus: boolean;
};

function LoadedHand({ id, ...props }: { id: string } & WholeHandProps) {
  const query = trpc.hands.get.useQuery({ id });
  if (isMissing(query.error)) return missing;
  return (
    <QueryView query={query} skeleton={<ReplayerSkeleton />} errorTitle="The hand could not be loaded">
      {(view) => <WholeHand view={view} {...props} />}
    </QueryView>
  );
}

function WholeHand({ view, onStartGuess, takesFocus }: { view: HandView } & WholeHandProps) {
  const replay = useReplay(view.hand);
  const { sidePanel, showOdds, showNote } = useSidePanel(view, replay);
  const canGuess = view.hand.hero !== null;
  return (
    <>
      <Replayer
        replay={replay}
        takesFocus={takesFocus}
        labels={new Map(view.own?.labels.map(({ seat, label }) => [seat, label]))}
        moreKeys={{
          ...(canGuess && { g: { does: 'guess mode', run: onStartGuess } }),
          o: { does: 'odds', run: showOdds },
          ...(view.own && { n: { does: 'a note at this action', run: showNote } }),
        }}
        sidePanel={sidePanel}
      />
      {view.lesson !== null && view.lesson !== '' && (
        <p className="mt-4 measure whitespace-pre-wrap">{view.lesson}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {!view.own && <StarAcademyHand id={view.id} />}
        {canGuess && (
          <Button variant="secondary" size="small" onClick={onStartGuess}>
            Play it in guess mode
          </Button>
        )}
      </div>
    </>
  );
}
