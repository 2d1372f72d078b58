import { changedFields, type ProductDraft } from './product-draft.ts';

/**
 * How a message names each field. Fields without a name here, such as the filename beside `filePath`, are not reported.
 */
const names: Partial<Record<keyof ProductDraft, string>> = {
  type: 'type',
  productNumber: 'number',
  title: 'title',
  description: 'description',
  difficulty: 'difficulty',
  price: 'price',
  isActive: 'active',
  isFree: 'free',
  filePath: 'file',
  videoUrl: 'video address',
  videoPath: 'video',
  captionsPath: 'captions',
  coverPath: 'cover',
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
 * The names of the fields that this admin and another, who saved first, changed to different values.
 * @param start the product when this admin opened the form
 * @param saved the product as the other admin saved it
 */
export function conflictingFields(start: ProductDraft, draft: ProductDraft, saved: ProductDraft): string[] {
  const changedThere = new Set(changedFields(start, saved));
  return changedFields(start, draft)
    .filter((field) => changedThere.has(field) && saved[field] !== draft[field])
    .flatMap((field) => names[field] ?? []);
}
