import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { HandView } from '../../../../shared/hands/hands.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Replayer } from '../replayer/replayer.tsx';
import { useReplay } from '../replayer/use-replay.ts';
import { RenameDialog, ShareDialog } from './hand-dialogs.tsx';
import { HandExport } from './hand-export.tsx';
import { HandHead } from './hand-head.tsx';
import { HandRail, type RailTab } from './hand-rail.tsx';
import { HandSheet } from './hand-sheet.tsx';

/** Only for admins. */
const AcademyActions = lazy(async () => ({
  default: (await import('./academy-actions.tsx')).AcademyActions,
}));

/** A hand that is shown whole, with the owner's notes beside it. */
export function HandDesk({ view, isAdmin }: { view: HandView; isAdmin: boolean }) {
  const { hand, own } = view;
  const replay = useReplay(hand);
  const navigate = useNavigate({ from: '/hands/$id' });
  const [rail, setRail] = useState<RailTab>('line');
  const [noteRequests, setNoteRequests] = useState(0);
  const [dialog, setDialog] = useState<'share' | 'rename'>();
  const labels = new Map(own?.labels.map(({ seat, label }) => [seat, label]));
  const startGuess = () => void navigate({ search: { mode: 'guess' } });

  return (
    <>
      <HandHead view={view} onShare={() => setDialog('share')} onEdit={() => setDialog('rename')} />
      <HandSheet view={view} unit={replay.unit} />
      <Replayer
        replay={replay}
        labels={labels}
        moreKeys={{
          g: { does: 'guess mode', run: startGuess },
          o: { does: 'odds', run: () => setRail('odds') },
          ...(own && {
            n: {
              does: 'a note at this action',
              run() {
                setRail('notes');
                setNoteRequests(noteRequests + 1);
              },
            },
            s: { does: 'share', run: () => setDialog('share') },
          }),
        }}
        rail={<HandRail view={view} replay={replay} tab={rail} onTab={setRail} noteRequests={noteRequests} />}
      />
      <div className="mt-6 flex flex-wrap gap-2 print:hidden">
        {hand.hero !== null && (
          <Button variant="secondary" onClick={startGuess}>
            Play it in guess mode
          </Button>
        )}
        <HandExport view={view} />
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
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
