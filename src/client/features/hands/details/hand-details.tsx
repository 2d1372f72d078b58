import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { HandView } from '../../../../shared/hands/hands.ts';
import { decisionsOf } from '../../../../shared/poker/deal.ts';
import { handPlainText, handText } from '../../../../shared/poker/hand-text.ts';
import { phhGames, writePhh } from '../../../../shared/poker/phh.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { lazyInPlace } from '../../../ui/lazy-in-place.tsx';
import { Replayer } from '../replayer/replayer.tsx';
import { usePageArrows } from '../replayer/use-page-arrows.ts';
import { useReplay } from '../replayer/use-replay.ts';
import { HandHeader } from './hand-header.tsx';
import { useSidePanel } from './side-panel.tsx';

/** Both dialogs are loaded, with the schemas of their forms, when one of them is opened. */
const RenameDialog = lazyDialog(async () => (await import('./hand-dialogs.tsx')).RenameDialog);
const ShareDialog = lazyDialog(async () => (await import('./hand-dialogs.tsx')).ShareDialog);

const AcademyActions = lazyInPlace(
  'The actions of the academy could not be loaded',
  async () => (await import('./academy-actions.tsx')).AcademyActions,
);

export type HandDetailsProps = {
  view: HandView;
  isAdmin: boolean;
  /** Opens the form for a question about one of the owner's decisions, given by its index in `hand.actions`. */
  onAsk: (atAction: number) => void;
};

/** A whole hand, with the owner's notes beside it. */
export function HandDetails({ view, isAdmin, onAsk }: HandDetailsProps) {
  const { hand, own } = view;
  const replay = useReplay(hand);
  usePageArrows(replay);
  const navigate = useNavigate({ from: '/hands/$id' });
  const { sidePanel, showOdds, showNote } = useSidePanel(view, replay);
  const [dialog, setDialog] = useState<'share' | 'rename'>();
  const labels = new Map(own?.labels.map(({ seat, label }) => [seat, label]));
  // The decision that the student can ask about: the one at this step or, if there is none, the next one. At the start
  // of the hand and after its last decision, it is the last one, because most questions are about the last decision.
  const decisions = decisionsOf(hand);
  const { action } = replay.step;
  const next = action === null ? undefined : decisions.find((at) => at >= action);
  const decision = next ?? decisions.at(-1);
  const ask = own && decision !== undefined ? () => onAsk(decision) : undefined;
  const startGuess = hand.hero === null ? undefined : () => void navigate({ search: { mode: 'guess' } });

  return (
    <>
      <HandHeader
        view={view}
        onAsk={ask}
        onGuess={startGuess}
        onShare={() => setDialog('share')}
        onRename={() => setDialog('rename')}
      />
      <Replayer
        replay={replay}
        labels={labels}
        moreKeys={{
          ...(startGuess && { g: { does: 'guess mode', run: startGuess } }),
          o: { does: 'odds', run: showOdds },
          ...(ask && { d: { does: 'ask the coach about this decision', run: ask } }),
          ...(own && {
            n: { does: 'a note at this action', run: showNote },
            s: { does: 'share', run: () => setDialog('share') },
          }),
        }}
        sidePanel={sidePanel}
      />
      <div className="mt-6 flex flex-wrap items-start gap-2 print:hidden">
        <HandExport view={view} />
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          Print
        </Button>
        {(isAdmin || view.academy) && <AcademyActions fallback={null} view={view} isAdmin={isAdmin} />}
      </div>
      {dialog === 'share' && <ShareDialog view={view} onClose={() => setDialog(undefined)} />}
      {dialog === 'rename' && <RenameDialog view={view} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** Downloads of a hand: as text, as PHH for other programs if PHH supports the game, and as JSON. */
function HandExport({ view: { id, hand } }: { view: HandView }) {
  const name = `hand-${id.slice(0, 8)}`;
  const files = [
    {
      label: 'as text',
      save: () => save(`${name}.txt`, 'text/plain', `${handPlainText(handText(hand, 'money'))}\n`),
    },
    ...(phhGames.some(({ game }) => game === hand.game)
      ? [{ label: 'PHH', save: () => save(`${name}.phh`, 'text/plain', writePhh(hand)) }]
      : []),
    {
      label: 'JSON',
      save: () => save(`${name}.json`, 'application/json', `${JSON.stringify(hand, undefined, 2)}\n`),
    },
  ];
  return files.map(({ label, save: download }) => (
    <Button key={label} variant="secondary" size="small" onClick={download}>
      {`Download ${label}`}
    </Button>
  ));
}

function save(name: string, type: string, text: string): void {
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name);
}
