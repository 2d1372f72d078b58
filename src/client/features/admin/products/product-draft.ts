import { parseWholeNumber } from '../../../../shared/digit-groups.ts';
import { centsToDollarsInput } from '../../../../shared/dollar-input.ts';
import { type ProductType, productTypes } from '../../../../shared/enums.ts';
import { initialPriceCents } from '../../../../shared/shop/price.ts';
import { hasContent } from '../../../../shared/shop/product-content.ts';
import {
  type AdminProduct,
  createProductInput,
  type ProductInput,
  productDefaults,
  readProductNumber,
} from '../../../../shared/shop/products.ts';
import { readPrice } from './price-text.ts';

/** The values of the editor's fields, as entered. */
export type ProductDraft = {
  type: ProductType;
  productNumber: string;
  title: string;
  description: string;
  difficulty: ProductInput['difficulty'];
  /** Dollars. */
  price: string;
  isActive: boolean;
  isFree: boolean;
  filePath: string | null;
  fileName: string | null;
  /** For sessions: whether the uploaded video or the link is saved. */
  videoSource: 'file' | 'link';
  videoUrl: string;
  videoPath: string | null;
  videoName: string | null;
  captionsPath: string | null;
  captionsName: string | null;
  coverPath: string | null;
  coverName: string | null;
  coverAlt: string;
  content: string;
  /** Minutes. */
  estimatedDuration: string;
  prerequisites: string;
  author: string;
  /** `YYYY-MM-DD` */
  publishedOn: string;
  /** What students learn, one outcome per line. */
  outcomes: string;
  /** The chapters, one per line. */
  contents: string;
  /** How many questions to the coach a purchase includes. */
  questionCredits: string;
};

export type ProductField = keyof ProductDraft;
export type FieldErrors = Partial<Record<ProductField, string>>;
type TextField = {
  [Field in ProductField]: ProductDraft[Field] extends string ? Field : never;
}[ProductField];

export type DraftFieldsProps = {
  draft: ProductDraft;
  errors: FieldErrors;
  onChange: (changes: Partial<ProductDraft>) => void;
};

/** The props of a text field of `ui/` for a field of the draft. */
export const textField = ({ draft, errors, onChange }: DraftFieldsProps, name: TextField) => ({
  value: draft[name],
  error: errors[name],
  onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
});

/** The product type in the URL; anything else means PDFs. */
export function readProductType(type: string | undefined): ProductType {
  return productTypes.find((known) => known === type) ?? 'pdf';
}

type CountedProduct = Pick<AdminProduct, 'type'>;

/** The price that a new product starts with, in dollars. */
export const initialPrice = (type: ProductType) => centsToDollarsInput(initialPriceCents[type]);

function defaultsOf(type: ProductType, products: readonly CountedProduct[]) {
  return {
    productNumber: String(products.filter((product) => product.type === type).length + 1),
    price: initialPrice(type),
    estimatedDuration: type === 'session' ? String(productDefaults.sessionDurationMinutes) : '',
  };
}

export function newProductDraft(type: ProductType, products: readonly CountedProduct[]): ProductDraft {
  return {
    ...defaultsOf(type, products),
    type,
    title: '',
    description: '',
    difficulty: productDefaults.difficulty,
    isActive: true,
    isFree: false,
    filePath: null,
    fileName: null,
    videoSource: 'file',
    videoUrl: '',
    videoPath: null,
    videoName: null,
    captionsPath: null,
    captionsName: null,
    coverPath: null,
    coverName: null,
    coverAlt: '',
    content: '',
    prerequisites: '',
    author: '',
    publishedOn: '',
    outcomes: '',
    contents: '',
    questionCredits: '0',
  };
}

export function draftOfProduct(product: AdminProduct): ProductDraft {
  return {
    type: product.type,
    productNumber: String(product.productNumber),
    title: product.title,
    description: product.description,
    difficulty: product.difficulty,
    price: centsToDollarsInput(product.price),
    isActive: product.isActive,
    isFree: product.isFree,
    filePath: product.filePath,
    fileName: product.fileName,
    videoSource: product.videoUrl !== null && product.videoPath === null ? 'link' : 'file',
    videoUrl: product.videoUrl ?? '',
    videoPath: product.videoPath,
    videoName: product.videoName,
    captionsPath: product.captionsPath,
    captionsName: product.captionsName,
    coverPath: product.coverPath,
    coverName: product.coverName,
    coverAlt: product.coverAlt ?? '',
    content: product.content ?? '',
    estimatedDuration: product.estimatedDuration === null ? '' : String(product.estimatedDuration),
    prerequisites: product.prerequisites ?? '',
    author: product.author ?? '',
    publishedOn: product.publishedOn ?? '',
    outcomes: product.outcomes ?? '',
    contents: product.contents ?? '',
    questionCredits: String(product.questionCredits),
  };
}

/** Applies the defaults of another type to the fields that still have the defaults of the previous type. */
export function withType(
  draft: ProductDraft,
  type: ProductType,
  products: readonly CountedProduct[],
): ProductDraft {
  const before = defaultsOf(draft.type, products);
  const after = defaultsOf(type, products);
  const changed: ProductDraft = { ...draft, type };
  for (const field of ['productNumber', 'price', 'estimatedDuration'] as const) {
    if (draft[field] === before[field]) changed[field] = after[field];
  }
  return changed;
}

export function changedFields(start: ProductDraft, draft: ProductDraft): ProductField[] {
  return (Object.keys(draft) as ProductField[]).filter((field) => draft[field] !== start[field]);
}

/**
 * The draft that another admin saved in the meantime, with this admin's changes applied to it. If this admin uploaded
 * a video or entered a link, that video or link is saved, even if the other admin chose the other kind of source.
 */
export function mergeDrafts(start: ProductDraft, draft: ProductDraft, theirs: ProductDraft): ProductDraft {
  const mine = changedFields(start, draft);
  const hasOwnVideo = (['videoPath', 'videoUrl'] as const).some(
    (field) => mine.includes(field) && Boolean(draft[field]),
  );
  return {
    ...theirs,
    ...Object.fromEntries(mine.map((field) => [field, draft[field]])),
    ...(hasOwnVideo && { videoSource: draft.videoSource }),
  };
}

/** Whether the uploaded video is saved instead of the link. Only one is saved, so that it is clear which is shown. */
export const usesVideoFile = ({ type, videoSource }: ProductDraft) =>
  type === 'session' && videoSource === 'file';

/** Whether buyers would get something if the draft were saved now. */
export function hasContentToSave(draft: ProductDraft): boolean {
  const { videoUrl, videoPath, content } = draft;
  const video = usesVideoFile(draft) ? { videoPath } : { videoUrl: videoUrl.trim() };
  return hasContent({ type: draft.type, filePath: draft.filePath, content: content.trim(), ...video });
}

/** Undefined if the entered number is invalid. */
export const draftProductNumber = ({ productNumber }: ProductDraft) =>
  readProductNumber(parseWholeNumber(productNumber));

/** Validates a draft with the server's schema and turns dollars into cents. */
export function readProductDraft(draft: ProductDraft): { input: ProductInput } | { errors: FieldErrors } {
  const price = readPrice(draft.price);
  const errors: FieldErrors = 'error' in price ? { price: price.error } : {};
  const { fileName, videoSource, videoName, captionsName, coverName, ...fields } = draft;
  const hasVideo = usesVideoFile(draft);
  const parsed = createProductInput.safeParse({
    ...fields,
    productNumber: draftProductNumber(draft),
    price: 'cents' in price ? price.cents : 0,
    estimatedDuration: emptyToNull(draft.estimatedDuration) && parseWholeNumber(draft.estimatedDuration),
    videoUrl: hasVideo ? null : emptyToNull(draft.videoUrl),
    videoPath: hasVideo ? draft.videoPath : null,
    captionsPath: hasVideo ? draft.captionsPath : null,
    coverAlt: draft.coverPath === null ? null : emptyToNull(draft.coverAlt),
    content: emptyToNull(draft.content),
    prerequisites: emptyToNull(draft.prerequisites),
    author: emptyToNull(draft.author),
    publishedOn: emptyToNull(draft.publishedOn),
    outcomes: emptyToNull(draft.outcomes),
    contents: emptyToNull(draft.contents),
    questionCredits: draft.questionCredits.trim() === '' ? 0 : parseWholeNumber(draft.questionCredits),
  });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const field = Object.keys(draft).find((name): name is ProductField => name === issue.path[0]);
      if (field && !errors[field]) errors[field] = issue.message;
    }
  }
  return parsed.success && Object.keys(errors).length === 0 ? { input: parsed.data } : { errors };
}

function emptyToNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
