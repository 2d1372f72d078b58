import { useMemo } from 'react';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { replayHand } from '../../../../shared/poker/replay.ts';
import { startingHands } from '../../../../shared/poker/starting-hands.ts';
import type { AskedBody } from '../../../../shared/practice/drills.ts';
import { HandLineView } from '../../hands/hand-line-view.tsx';
import { HandAsText } from '../../hands/replayer/hand-as-text.tsx';
import { ReplayTable } from '../../hands/replayer/replay-table.tsx';
import { SpotCards, SpotFacts } from '../../hands/spot-facts.tsx';

/** The subject of a drill: the table before the decision, cards, or a starting hand. */
export function DrillSpot({ body }: { body: AskedBody }) {
  if (body.kind === 'decision') return <Decision hand={body.hand} />;
  if (body.kind === 'odds' && body.hand.length + body.board.length > 0) {
    return (
      <div className="flex flex-wrap gap-8">
        {body.hand.length > 0 && <SpotCards label="Your hand" cards={body.hand} />}
        {body.board.length > 0 && <SpotCards label="Board" cards={body.board} />}
      </div>
    );
  }
  if (body.kind === 'range') {
    return (
      <div className="rounded-card border border-border bg-surface p-6 text-center">
        <p className="text-muted">{body.situation}</p>
        <p className="mt-2 font-mono text-4xl font-bold">{startingHands[body.asked]?.name}</p>
        <p className="mt-2 text-sm text-muted">{body.rangeName}</p>
      </div>
    );
  }
  return null;
}

function Decision({ hand }: { hand: Hand }) {
  const step = useMemo(() => replayHand(hand, 'bb').at(-1), [hand]);
  if (!step) return null;
  return (
    <div className="min-w-0">
      <div className="max-sm:hidden">
        <ReplayTable hand={hand} step={step} unit="bb" showsOpponents={false} />
      </div>
      <SpotFacts hand={hand} step={step} unit="bb" className="sm:hidden" />
      <p className="mt-3 wrap-anywhere">
        <HandLineView hand={hand} />
      </p>
      <details className="mt-2">
        <summary className="cursor-pointer text-sm text-muted">In words</summary>
        <div className="mt-2 text-sm">
          <HandAsText hand={hand} unit="bb" />
        </div>
      </details>
    </div>
  );
}
