import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { HandView } from '../../../../shared/hands/hands.ts';
import { decisionsOf } from '../../../../shared/hands/hidden-hand.ts';
import { positionsOf } from '../../../../shared/poker/positions.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { OddsPanel } from '../odds/odds-panel.tsx';
import { ActionList } from '../replayer/action-list.tsx';
import { Replayer } from '../replayer/replayer.tsx';
import { useReplay } from '../replayer/use-replay.ts';
import { RenameDialog, ShareDialog } from './hand-dialogs.tsx';
import { HandExport } from './hand-export.tsx';
import { HandHead } from './hand-head.tsx';
import { HandNotes } from './hand-notes.tsx';

/** Only for admins. */
const AcademyActions = lazy(async () => ({
  default: (await import('./academy-actions.tsx')).AcademyActions,
}));

type Rail = 'line' | 'notes' | 'odds';

export type HandDeskProps = {
  view: HandView;
  isAdmin: boolean;
  /** Asks the coach about one of the owner's decisions; the index is that of its action. */
  onAsk: (atAction: number) => void;
};

/** A hand that is shown whole, with the owner's notes beside it. */
export function HandDesk({ view, isAdmin, onAsk }: HandDeskProps) {
  const { hand, own } = view;
  const replay = useReplay(hand);
  const navigate = useNavigate({ from: '/hands/$id' });
  const [rail, setRail] = useState<Rail>('line');
  const [dialog, setDialog] = useState<'share' | 'rename'>();
  const dealt = hand.seats.filter(({ sitsOut }) => !sitsOut).map(({ seat }) => seat);
  const positions = positionsOf(dealt, hand.button);
  const noted = new Set(own?.notes.map(({ atAction }) => atAction));
  const labels = new Map(own?.labels.map(({ seat, label }) => [seat, label]));
  // The decision at this step, or the next one.
  const decisions = decisionsOf(hand);
  const decision = decisions.find((at) => at >= (replay.step.action ?? 0)) ?? decisions.at(-1);
  const ask = own && decision !== undefined ? () => onAsk(decision) : undefined;
  const startGuess = () => void navigate({ search: { mode: 'guess' } });

  return (
    <>
      <HandHead view={view} onAsk={ask} onShare={() => setDialog('share')} onEdit={() => setDialog('rename')} />
      <Replayer
        replay={replay}
        labels={labels}
        moreKeys={{
          g: { does: 'guess mode', run: startGuess },
          o: { does: 'odds', run: () => setRail('odds') },
          ...(ask && { d: { does: 'ask the coach about this decision', run: ask } }),
          ...(own && {
            n: { does: 'a note at this action', run: () => setRail('notes') },
            s: { does: 'share', run: () => setDialog('share') },
          }),
        }}
        rail={
          <Tabs<Rail>
            label="Beside the hand"
            selected={rail}
            onChange={setRail}
            items={[
              { key: 'line', label: 'Line', content: <ActionList replay={replay} noted={noted} /> },
              ...(own
                ? [
                    {
                      key: 'notes' as const,
                      label: 'Notes',
                      content: <HandNotes view={view} own={own} replay={replay} positions={positions} />,
                    },
                  ]
                : []),
              {
                key: 'odds',
                label: 'Odds',
                content: <OddsPanel replay={replay} positions={positions} />,
              },
            ]}
          />
        }
      />
      <div className="mt-6 flex flex-wrap gap-2 print:hidden">
        {hand.hero !== null && (
          <Button variant="secondary" onClick={startGuess}>
            Play it in guess mode
          </Button>
        )}
        <HandExport view={view} />
        {isAdmin && (
          <Suspense fallback={null}>
            <AcademyActions view={view} />
          </Suspense>
        )}
        <Link to="/hands" className={buttonClass('quiet')}>
          All hands
        </Link>
      </div>
      {dialog === 'share' && <ShareDialog view={view} onClose={() => setDialog(undefined)} />}
      {dialog === 'rename' && <RenameDialog view={view} onClose={() => setDialog(undefined)} />}
    </>
  );
}
