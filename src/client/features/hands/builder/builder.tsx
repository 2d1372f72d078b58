import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { streetLabels } from '../../../../shared/poker/decision-labels.ts';
import type { PlayingCard } from '../../../../shared/poker/playing-card.ts';
import { positionsIn } from '../../../../shared/poker/positions.ts';
import { replayHand } from '../../../../shared/poker/replay.ts';
import { moneyIn, tableStates } from '../../../../shared/poker/table-states.ts';
import { type JsonStorage, tabStorage } from '../../../lib/browser-storage.ts';
import { countOfText } from '../../../lib/count-text.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useRequestId } from '../../../lib/use-request-id.ts';
import { visitorStorage } from '../../../lib/visitor-storage.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ReplayTable } from '../replayer/replay-table.tsx';
import {
  cardsOpened,
  type Ending,
  finishHand,
  foldsToHero,
  type HandSetup,
  type Move,
  playMoves,
} from './built-hand.ts';
import { CardsField } from './cards-field.tsx';
import { EndOfHand } from './end-of-hand.tsx';
import { NextMove } from './next-move.tsx';
import { SetupFields } from './setup-fields.tsx';

type Draft = { setup: HandSetup; moves: readonly Move[]; ending?: Ending };

const formKey = 'built-hand';
const storageKey = `draft:${formKey}`;
const noEnding: Ending = { shown: {}, winner: '' };
const emptyDraft: Draft = {
  setup: {
    kind: 'cash',
    game: 'nlhe',
    currency: 'USD',
    small: 100,
    big: 200,
    players: 6,
    hero: 6,
    heroCards: [],
    stackBig: 100,
  },
  moves: [],
};

function savedDraft(storage: JsonStorage): Draft | undefined {
  const saved = storage.read(storageKey);
  return typeof saved === 'object' && saved !== null && 'setup' in saved ? (saved as Draft) : undefined;
}

/** A form to enter a hand action by action. Offers only legal actions. */
export function Builder({ isUser }: { isUser: boolean }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const storage = isUser ? tabStorage : visitorStorage;
  const [draft, setDraft] = useState(emptyDraft);
  const [isRestored, setRestored] = useState(false);
  const request = useRequestId(formKey, storage);
  const { setup, moves, ending = noEnding } = draft;
  const save = useAction(
    trpc.hands.saveBuilt.useMutation({
      async onSuccess() {
        request.forget();
        storage.remove(storageKey);
        await utils.hands.invalidate();
      },
    }),
    { leave: ({ id }) => void navigate({ to: '/hands/$id', params: { id } }) },
  );

  // After hydration, because the server does not know the draft.
  useEffect(() => {
    const saved = savedDraft(storage);
    if (!saved) return;
    setDraft(saved);
    setRestored(true);
  }, [storage]);

  function change(next: Draft) {
    setDraft(next);
    storage.write(storageKey, next);
  }
  const move = (added: Move) => change({ setup, moves: [...moves, added] });

  const built = useMemo(() => playMoves(setup, moves), [setup, moves]);
  const back = () => change({ setup, moves: built.movesBefore });
  const folded = useMemo(() => foldsToHero(setup, moves), [setup, moves]);
  const shown = { ...built.draft, awards: [], shows: [] };
  const step = replayHand(shown, 'bb').at(-1);
  const last = tableStates(built.draft).at(-1);
  const pot = last ? moneyIn(last) : 0;
  const positions = positionsIn(shown);
  const board = built.draft.boards.flat();
  const taken: PlayingCard[] = [...setup.heroCards, ...board];
  const isOver = built.state.phase === 'over';

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <div className="grid gap-4">
        {step && <ReplayTable hand={shown} step={step} unit="bb" showsOpponents={false} />}
        <p role="status" className="text-center font-semibold">
          {step?.text}
        </p>
      </div>
      <div className="grid gap-4">
        {isUser && <FullNotice />}
        <Card as="section" aria-label="Table">
          <SetupFields
            // Remounted to show the stored draft.
            key={String(isRestored)}
            setup={setup}
            taken={[...board, ...Object.values(ending.shown).flat()]}
            onChange={(changes) => {
              const isSameTable = Object.keys(changes).every((name) => name === 'heroCards');
              change({ setup: { ...setup, ...changes }, moves, ...(isSameTable && { ending }) });
            }}
          />
        </Card>
        {/* If the page has one column, this card moves above the setup fields after the first action. */}
        <Card as="section" aria-label="Actions" className={moves.length > 0 ? 'max-lg:-order-1' : undefined}>
          {built.nextStreet && (
            <CardsField
              key={built.nextStreet}
              autoFocus
              label={streetLabels[built.nextStreet]}
              count={cardsOpened(built.nextStreet)}
              taken={taken}
              action="Deal"
              onCards={(cards) => move({ kind: 'cards', cards })}
            />
          )}
          {built.legal && !built.nextStreet && (
            <NextMove
              // Remounted for each decision, so that the bet size entered for the previous decision is removed.
              key={moves.length}
              built={built}
              isFirst={moves.length === 0}
              legal={built.legal}
              name={built.legal.seat === setup.hero ? 'Hero' : (positions.get(built.legal.seat) ?? '')}
              pot={pot}
              onMove={move}
              onFoldToHero={folded && (() => change({ setup, moves: folded }))}
              onBack={back}
            />
          )}
          {isOver && (
            <EndOfHand
              built={built}
              hero={setup.hero}
              positions={positions}
              taken={taken}
              isUser={isUser}
              isSaving={save.isPending}
              failure={save.failure?.message}
              ending={ending}
              onEnding={(changed) => change({ setup, moves, ending: changed })}
              onSave={(winners) => {
                const hand = finishHand(built, ending.shown, winners);
                save.run({ key: request.idOf(hand), hand, title: '' });
              }}
            />
          )}
          {moves.length > 0 && (
            <div className="mt-4 flex flex-wrap gap-2 border-t border-border pt-3">
              <Button variant="quiet" size="small" onClick={back}>
                Take back
              </Button>
              <Button variant="quiet" size="small" onClick={() => change({ setup, moves: [] })}>
                Clear the actions
              </Button>
            </div>
          )}
        </Card>
      </div>
    </div>
  );
}

/** Warns, before a hand is built, that it cannot be saved. Hidden while there is room. */
function FullNotice() {
  const { data } = trpc.hands.quota.useQuery();
  if (!data || data.stored < data.limit) return null;
  return (
    <Notice tone="warning" title={`You have stored ${countOfText(data.stored, data.limit, 'hand')}`}>
      What you build stays in this tab. To save it,{' '}
      <Link to="/hands" className="underline">
        delete a hand
      </Link>{' '}
      first, or{' '}
      <Link to="/subscription-plans" className="underline">
        see how many hands each membership lets you store
      </Link>
      .
    </Notice>
  );
}
