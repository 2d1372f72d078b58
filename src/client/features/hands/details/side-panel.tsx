import { useState } from 'react';
import type { HandView } from '../../../../shared/hands/hands.ts';
import { positionsIn } from '../../../../shared/poker/positions.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { OddsPanel } from '../odds/odds-panel.tsx';
import { ActionList } from '../replayer/action-list.tsx';
import type { Replay } from '../replayer/use-replay.ts';
import { HandNotes } from './hand-notes.tsx';

type SidePanelTab = 'line' | 'notes' | 'odds';

/**
 * The tabs beside a hand that is not in guess mode: its actions, the owner's notes, and odds. `showNote` moves the
 * focus to the note at the current action.
 */
export function useSidePanel(view: HandView, replay: Replay) {
  const [tab, setTab] = useState<SidePanelTab>('line');
  const [focusesNote, setFocusesNote] = useState(false);
  const { hand, own } = view;
  const positions = positionsIn(hand);
  const noted = new Set(own?.notes.map(({ atAction }) => atAction));
  const sidePanel = (
    <Tabs<SidePanelTab>
      label="Beside the hand"
      selected={tab}
      onChange={setTab}
      items={[
        { key: 'line', label: 'Line', content: <ActionList replay={replay} noted={noted} /> },
        ...(own
          ? [
              {
                key: 'notes' as const,
                label: 'Notes',
                content: (
                  <HandNotes
                    view={view}
                    own={own}
                    replay={replay}
                    positions={positions}
                    focusesNote={focusesNote}
                    onNoteFocused={() => setFocusesNote(false)}
                  />
                ),
              },
            ]
          : []),
        { key: 'odds', label: 'Odds', content: <OddsPanel replay={replay} positions={positions} /> },
      ]}
    />
  );
  return {
    sidePanel,
    showOdds: () => setTab('odds'),
    showNote() {
      setTab('notes');
      setFocusesNote(true);
    },
  };
}
