import type { HandView } from '../../../../shared/hands/hands.ts';
import { positionsIn } from '../../../../shared/poker/positions.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { OddsPanel } from '../odds/odds-panel.tsx';
import { ActionList } from '../replayer/action-list.tsx';
import type { Replay } from '../replayer/use-replay.ts';
import { HandNotes } from './hand-notes.tsx';

export type RailTab = 'line' | 'notes' | 'odds';

export type HandRailProps = {
  view: HandView;
  replay: Replay;
  tab: RailTab;
  onTab: (tab: RailTab) => void;
  /** Whether the note at the current action should take the focus. `onNoteFocused` is called once it has. */
  focusesNote: boolean;
  onNoteFocused: () => void;
};

/** The tabs beside a hand that is not in guess mode: its actions, the owner's notes, and odds. */
export function HandRail({ view, replay, tab, onTab, focusesNote, onNoteFocused }: HandRailProps) {
  const { hand, own } = view;
  const positions = positionsIn(hand);
  const noted = new Set(own?.notes.map(({ atAction }) => atAction));
  return (
    <Tabs<RailTab>
      label="Beside the hand"
      selected={tab}
      onChange={onTab}
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
                    onNoteFocused={onNoteFocused}
                  />
                ),
              },
            ]
          : []),
        { key: 'odds', label: 'Odds', content: <OddsPanel replay={replay} positions={positions} /> },
      ]}
    />
  );
}
