import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';
import { conflictingFields } from './conflicting-fields.ts';
import { draftOfProduct, type ProductDraft } from './product-draft.ts';

export type ProductConflictProps = {
  /** The product when editing began, as typed here, and as another admin has saved it since. */
  start: ProductDraft;
  draft: ProductDraft;
  theirs: AdminProduct;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
};

/** Another admin saved the product during editing. The typed text stays until the user chooses a version. */
export function ProductConflict({ start, draft, theirs, onTakeTheirs, onKeepMine }: ProductConflictProps) {
  const conflicts = conflictingFields(start, draft, draftOfProduct(theirs));
  return (
    <ConflictNotice
      title="Another admin has saved this product"
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
      keepLabel={keepLabel(conflicts)}
    >
      It was saved on {formatDateTime(theirs.updatedAt)}. What you typed is still here.{' '}
      {conflicts.length > 0
        ? `You both changed: ${conflicts.join(', ')}.`
        : 'You changed different fields, so both changes can be kept.'}
    </ConflictNotice>
  );
}

/** The label of the button that merges both versions. For a field that both admins changed, this draft is saved. */
function keepLabel(conflicts: readonly string[]): string {
  if (conflicts.length === 0) return 'Keep both changes';
  if (conflicts.length > 2) return 'Keep both, mine where we both changed';
  return `Keep both, with my ${conflicts.join(' and ')}`;
}
