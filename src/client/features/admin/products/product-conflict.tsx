import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';
import { changedFields, draftOfProduct, type ProductDraft } from './product-draft.ts';

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

/** Shown if the product was saved elsewhere during editing. The draft stays until the admin chooses what to keep. */
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

/**
 * The name of each field in the message; null for a field that is not named, because another field describes the
 * change.
 */
const names: Record<keyof ProductDraft, string | null> = {
  type: 'type',
  productNumber: 'number',
  title: 'title',
  description: 'description',
  difficulty: 'difficulty',
  price: 'price',
  isActive: 'active',
  isFree: 'free',
  filePath: 'file',
  fileName: null,
  videoSource: null,
  videoUrl: 'video address',
  videoPath: 'video',
  videoName: null,
  captionsPath: 'captions',
  captionsName: null,
  coverPath: 'cover',
  coverName: null,
  coverAlt: 'description of the cover',
  content: 'content',
  estimatedDuration: 'duration',
  prerequisites: 'prerequisites',
  outcomes: 'what the student can do afterwards',
  contents: 'chapters',
  questionCredits: 'questions to the coach',
  author: 'author',
  publishedOn: 'date of the content',
};

/**
 * The names of the fields that this admin and another admin changed to different values. The other admin saved first.
 * @param start - the product when this admin opened the form
 * @param saved - the product as the other admin saved it
 */
export function conflictingFields(start: ProductDraft, draft: ProductDraft, saved: ProductDraft): string[] {
  const changedThere = new Set(changedFields(start, saved));
  return changedFields(start, draft)
    .filter((field) => changedThere.has(field) && saved[field] !== draft[field])
    .flatMap((field) => names[field] ?? []);
}
