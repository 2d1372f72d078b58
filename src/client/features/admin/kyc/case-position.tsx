import { type KycPosition, maxCounted } from '../../../../shared/kyc/kyc-review.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { Button } from '../../../ui/button.tsx';

export type CasePositionProps = { position: KycPosition; onOpen: (id: string) => void };

/** The highest position that is counted, as text. In a longer list, the cases after this position are not counted. */
const maxText = maxCounted.toLocaleString('en-US');

/** The position of the case in its list, such as "3 of 11", with buttons for the cases before and after it. */
export function CasePosition({ position, onOpen }: CasePositionProps) {
  const { number, of, previousId, followingId } = position;
  const open = (id: string | null) => {
    if (id !== null) onOpen(id);
  };
  useSingleKeys((key) => {
    if (key === 'k') open(previousId);
    if (key === 'j') open(followingId);
  });
  return (
    <nav aria-label="Cases of this list" className="flex items-center gap-1">
      <Button
        variant="quiet"
        size="small"
        aria-keyshortcuts="k"
        disabled={previousId === null}
        onClick={() => open(previousId)}
      >
        Previous
      </Button>
      <span className="text-sm text-muted tabular">
        {number === null ? `After ${maxText}` : `${number} of ${of ?? `${maxText}+`}`}
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-keyshortcuts="j"
        disabled={followingId === null}
        onClick={() => open(followingId)}
      >
        Next
      </Button>
    </nav>
  );
}
