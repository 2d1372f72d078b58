import { useEffect, useId, useRef, useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { HandLineText } from '../hand-line-view.tsx';
import { OpenHand } from '../in-place/open-hand.tsx';
import { BlockProblem } from './block-problem.tsx';

/**
 * A hand in the text of a session: position, cards, stack depth and stakes, and buttons that open the hand in guess
 * mode or in full.
 */
export function HandBlock({ sessionId, name }: { sessionId: number; name: string }) {
  // Removed from the cache when the session is left, because the text may name other hands when it opens again.
  const query = trpc.hands.inLesson.useQuery({ sessionId }, { gcTime: 0 });
  return (
    <QueryView query={query} skeleton={<Skeleton className="mt-4 h-28 rounded-card" />}>
      {(hands) => {
        const hand = hands.find(({ ref }) => ref === name);
        return hand ? (
          <Hand id={hand.handId} title={hand.title ?? 'A hand'} line={hand.line} />
        ) : (
          <BlockProblem problem={`The academy has no hand “${name}”.`} />
        );
      }}
    </QueryView>
  );
}

type HandProps = { id: string; title: string; line: string };

function Hand({ id, title, line }: HandProps) {
  const [mode, setMode] = useState<'guess' | 'whole'>();
  const panelId = useId();
  const firstButton = useRef<HTMLButtonElement>(null);
  const [wasPressed, setPressed] = useState(false);
  // The pressed button was removed, so the new first button takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each change of the mode
  useEffect(() => {
    if (wasPressed) firstButton.current?.focus();
  }, [mode]);

  function change(next: typeof mode) {
    setPressed(true);
    setMode(next);
  }

  const modes = [
    { key: 'guess', label: 'Play it in guess mode' },
    { key: 'whole', label: 'See the whole hand' },
  ] as const;
  return (
    <section
      aria-label={`Hand: ${title}`}
      className="mt-4 rounded-card border border-border bg-surface p-4 print:hidden"
    >
      <p className="font-semibold wrap-anywhere">{title}</p>
      <HandLineText line={line} className="block text-muted" />
      <div className="mt-3 flex flex-wrap gap-2">
        {mode === undefined ? (
          modes.map(({ key, label }) => (
            <Button
              key={key}
              variant={key === 'guess' ? 'primary' : 'secondary'}
              size="small"
              aria-expanded={false}
              ref={key === 'guess' ? firstButton : undefined}
              onClick={() => change(key)}
            >
              {label}
            </Button>
          ))
        ) : (
          <Button
            variant="secondary"
            size="small"
            aria-expanded
            aria-controls={panelId}
            ref={firstButton}
            onClick={() => change(undefined)}
          >
            Close the hand
          </Button>
        )}
      </div>
      {mode !== undefined && (
        <div id={panelId} className="mt-4">
          <OpenHand key={mode} id={id} startMode={mode} />
        </div>
      )}
    </section>
  );
}
