import type { HandView } from '../../../../shared/hands/hands.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { HandLineView } from '../hand-line-view.tsx';
import { StarAcademyHand, StarButton } from '../star-hand.tsx';

export type HandHeaderProps = {
  view: HandView;
  /** Undefined unless the user owns the hand and has a decision in it. */
  onAsk: (() => void) | undefined;
  /** Undefined for a hand without a hero. */
  onGuess: (() => void) | undefined;
  onShare: () => void;
  onRename: () => void;
};

/** The title, the hand in one line, its lesson, and buttons for what the user can do with the hand. */
export function HandHeader({ view, onAsk, onGuess, onShare, onRename }: HandHeaderProps) {
  const utils = trpc.useUtils();
  const { run, isPending } = useAction(
    trpc.hands.update.useMutation({
      onError: showFailure('The star was not saved'),
      onSettled: () =>
        Promise.all([utils.hands.get.invalidate({ id: view.id }), utils.hands.list.invalidate()]),
    }),
  );
  const starred = view.own?.starred ?? false;
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-2xl font-bold wrap-anywhere">{view.title ?? 'Hand'}</h1>
        {view.line !== null && (
          <HandLineView hand={view.hand} className="mt-1 block wrap-anywhere text-muted" />
        )}
        {view.academy && !view.academy.isPublic && (
          <p className="mt-2 text-sm text-muted">
            Not published: students open it only where a session, PDF or coaching plan shows it.
          </p>
        )}
        {view.lesson !== null && <p className="mt-2 measure whitespace-pre-wrap">{view.lesson}</p>}
        {view.oddities.length > 0 && (
          <p className="mt-2 text-sm text-warning">{`The text of this hand and the rules differ: ${view.oddities.join(' ')}`}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        {view.own ? (
          <>
            <StarButton
              starred={starred}
              busy={isPending}
              onToggle={() => run({ id: view.id, starred: !starred })}
            />
            <Button variant="secondary" size="small" onClick={onRename}>
              Rename
            </Button>
            <Button variant="secondary" size="small" onClick={onShare}>
              Share
            </Button>
          </>
        ) : (
          <StarAcademyHand id={view.id} />
        )}
        {onGuess && (
          <Button variant="secondary" size="small" onClick={onGuess}>
            Play it in guess mode
          </Button>
        )}
        {onAsk && (
          <Button size="small" onClick={onAsk}>
            Ask the coach
          </Button>
        )}
      </div>
    </header>
  );
}
