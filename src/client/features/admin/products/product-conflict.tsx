import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';
import { conflictingFields } from './conflicting-fields.ts';
import { draftOfProduct, type ProductDraft } from './product-draft.ts';

export type ProductConflictProps = {
  /** The product when editing began. */
  start: ProductDraft;
  /** The product as typed here. */
  draft: ProductDraft;
  /** The product as it was saved elsewhere. */
  theirs: AdminProduct;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
};

/** The product was saved elsewhere during editing. What was typed here stays until the admin chooses what to keep. */
export function ProductConflict({ start, draft, theirs, onTakeTheirs, onKeepMine }: ProductConflictProps) {
  const conflicts = conflictingFields(start, draft, draftOfProduct(theirs));
  return (
    <ConflictNotice
      title="This product was saved in another tab or by another admin"
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
      keepLabel={keepLabel(conflicts)}
    >
      It was saved on {formatDateTime(theirs.updatedAt)}. What you typed is still here.{' '}
      {conflicts.length > 0
        ? `Both versions changed: ${conflicts.join(', ')}.`
        : 'Different fields were changed, so both changes can be kept.'}
    </ConflictNotice>
  );
}

/** The label of the button that merges both versions. A field that both versions changed gets the value typed here. */
function keepLabel(conflicts: readonly string[]): string {
  if (conflicts.length === 0) return 'Keep both changes';
  if (conflicts.length > 2) return 'Keep both changes, mine where they conflict';
  return `Keep both, with my ${conflicts.join(' and ')}`;
}
