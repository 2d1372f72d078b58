import { Button } from '../../ui/button.tsx';
import { useStarredHands } from './use-starred-hands.ts';

export type StarButtonProps = { starred: boolean; busy: boolean; onToggle: () => void };

export function StarButton({ starred, busy, onToggle }: StarButtonProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      className="min-w-24"
      aria-pressed={starred}
      busy={busy}
      onClick={onToggle}
    >
      {starred ? '★ Starred' : '☆ Star'}
    </Button>
  );
}

/** The star of a hand of the academy. */
export function StarAcademyHand({ id }: { id: string }) {
  const { hands, busy, set } = useStarredHands();
  const starred = hands?.some((hand) => hand.id === id) ?? false;
  return <StarButton starred={starred} busy={busy} onToggle={() => set(id, !starred)} />;
}
