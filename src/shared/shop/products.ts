import { z } from 'zod';
import { difficulties, productTypes } from '../enums.ts';
import { limits } from '../limits.ts';
import { httpsUrl, optionalText, requiredLine } from '../text-schemas.ts';
import { productPrice } from './price.ts';
import { stampProblems } from './stamping.ts';

/** The initial values of a new product. */
export const productDefaults = {
  difficulty: 'beginner',
  sessionDurationMinutes: 30,
} as const;

/** A product in a short list of products on sale. */
export const pricedTitleView = z.object({
  id: z.int(),
  title: z.string(),
  /** In US cents. */
  price: z.int(),
});
export type PricedTitle = z.infer<typeof pricedTitleView>;

/** The public view of a product. `filePath` is the download URL for entitled users, else null. */
export const productView = z.object({
  id: z.int(),
  type: z.enum(productTypes),
  productNumber: z.int(),
  title: z.string(),
  description: z.string(),
  difficulty: z.enum(difficulties),
  /** US cents. */
  price: z.int(),
  isActive: z.boolean(),
  isFree: z.boolean(),
  estimatedDuration: z.int().nullable(),
  prerequisites: z.string().nullable(),
  /** Pages of its PDF; null without a PDF, or if they could not be counted. */
  pageCount: z.int().nullable(),
  filePath: z.string().nullable(),
  /** URL of the uploaded cover picture; null if there is none. Then a drawn poker range is the cover. */
  coverUrl: z.string().nullable(),
  coverAlt: z.string().nullable(),
  /** The logged-in user bought it or was given it, or it is free and on sale. */
  owned: z.boolean(),
  /** The logged-in user may open it, whether or not they own it. */
  mayOpen: z.boolean(),
  /** A session on sale that all logged-in users may open, regardless of its price. */
  openToAll: z.boolean(),
  /**
   * Why a purchase of the logged-in user gives no access now: its payment is disputed (`suspended`), or the team must
   * review it (`on_hold`). A user with such a purchase cannot buy the product again. Null without such a purchase.
   */
  blockedPurchase: z.enum(['suspended', 'on_hold']).nullable(),
  /** The product has content. A product that is sold without content is a pre-order. */
  isReady: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  // In the documented API, `isFree`, `isActive` and `productNumber` also have these names.
  is_free: z.boolean(),
  is_active: z.boolean(),
  product_number: z.int(),
  pdfNumber: z.int().nullable(),
  sessionNumber: z.int().nullable(),
});
export type Product = z.infer<typeof productView>;

/** A product on its own page, with what it contains. */
export const productDetailView = productView.extend({
  includes: z.object({
    file: z.object({ sizeBytes: z.int() }).nullable(),
    video: z.boolean(),
    text: z.boolean(),
  }),
  author: z.string().nullable(),
  /** When the content was published, `YYYY-MM-DD`. */
  publishedOn: z.string().nullable(),
  /** What a student can do after finishing the product. */
  outcomes: z.array(z.string()),
  /** Titles of its chapters. */
  contents: z.array(z.string()),
  /** How many questions to the coach a purchase includes. */
  questionCredits: z.int(),
  /** URL of an image of one page. */
  preview: z.string().nullable(),
});
export type ProductDetail = z.infer<typeof productDetailView>;

/** A product as admins see it. `filePath` is the file reference `/objects/{id}`, which the editor sends back. */
export const adminProductView = productView
  .omit({ owned: true, mayOpen: true, openToAll: true, blockedPurchase: true })
  .extend({
    author: z.string().nullable(),
    publishedOn: z.string().nullable(),
    /** One outcome per line. */
    outcomes: z.string().nullable(),
    contents: z.string().nullable(),
    questionCredits: z.int(),
    videoUrl: z.string().nullable(),
    /** Reference of an uploaded video. Takes precedence over `videoUrl`. */
    videoPath: z.string().nullable(),
    videoName: z.string().nullable(),
    captionsPath: z.string().nullable(),
    captionsName: z.string().nullable(),
    coverPath: z.string().nullable(),
    coverName: z.string().nullable(),
    content: z.string().nullable(),
    fileName: z.string().nullable(),
    /** Why the file is delivered without the user's name; null if the file can be stamped. */
    stampProblem: z.enum(stampProblems).nullable(),
    deletedAt: z.string().nullable(),
    /**
     * Whether it was ever sold or given to a student. If so, its type cannot change, and deleting it archives it, as
     * for any other product in use. A server of the previous version omits it.
     */
    isOwned: z.boolean().optional(),
    /** Without gifts. */
    soldCount: z.int(),
    /** US cents that were paid for it, less refunds and lost disputes. */
    revenue: z.int(),
  });
export type AdminProduct = z.infer<typeof adminProductView>;

export const productFileVersionView = z.object({
  id: z.uuid(),
  number: z.int(),
  fileName: z.string(),
  /** Bytes; null if the file was uploaded before sizes were stored. */
  sizeBytes: z.int().nullable(),
  addedAt: z.string(),
  /** Null if the account was deleted. */
  addedByName: z.string().nullable(),
  /** The version that buyers get. */
  isCurrent: z.boolean(),
  /** The file still exists, so it can be downloaded or made current again. */
  isKept: z.boolean(),
});
export type ProductFileVersion = z.infer<typeof productFileVersionView>;

/** Product ids are Postgres integers. Requests may contain them as text. */
export const productIdSchema = z
  .union([z.int(), z.string().regex(/^\d{1,9}$/, 'Unknown product')], { error: 'Unknown product' })
  .transform(Number)
  .pipe(z.int('Unknown product').min(1, 'Unknown product').max(2_147_483_647, 'Unknown product'));

/** Parses a product number, such as `7` or `"7"`; undefined for invalid values. */
export function readProductNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const isValid =
    typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= 1_000_000;
  return isValid ? number : undefined;
}

const productNumber = z.preprocess((value) => readProductNumber(value) ?? 1, z.int());

const durationProblem = 'Enter whole minutes such as 30, or leave it empty';

/** The upload URL of a file, or `/objects/{id}`. */
const fileReference = z.string().trim().max(2_000);

const description = optionalText(5_000);

const productFields = z.object({
  type: z.enum(productTypes, { error: 'Choose PDF or session' }),
  productNumber,
  title: requiredLine('Title is required'),
  description: description.nullish().transform((text) => text ?? ''),
  difficulty: z.enum(difficulties).default(productDefaults.difficulty),
  price: productPrice,
  isActive: z.boolean().default(true),
  isFree: z.boolean().default(false),
  filePath: fileReference.nullish(),
  videoUrl: httpsUrl().nullish(),
  videoPath: fileReference.nullish(),
  captionsPath: fileReference.nullish(),
  coverPath: fileReference.nullish(),
  coverAlt: optionalText(limits.textMaxLength).nullish(),
  content: optionalText(200_000).nullish(),
  estimatedDuration: z.int(durationProblem).min(1, durationProblem).max(10_000, durationProblem).nullish(),
  prerequisites: optionalText(2_000).nullish(),
  author: optionalText(200).nullish(),
  publishedOn: z
    .union([z.literal(''), z.iso.date()], { error: 'Enter a date such as 2026-11-20, or leave it empty' })
    .nullish(),
  outcomes: optionalText(2_000).nullish(),
  contents: optionalText(5_000).nullish(),
  /** How many questions to the coach a purchase includes. */
  questionCredits: z
    .int('Enter a whole number from 0 to 20')
    .min(0, 'Enter a whole number from 0 to 20')
    .max(20, 'Enter a whole number from 0 to 20')
    .optional(),
});

/** Fields without the defaults of a new product: an omitted field keeps its stored value. */
const changedFields = productFields.extend({
  productNumber: productNumber.nullish(),
  description: description.nullish().transform((text) => (text === null ? '' : text)),
  difficulty: productFields.shape.difficulty.unwrap().optional(),
  isActive: z.boolean().optional(),
  isFree: z.boolean().optional(),
});

/** Also accepts `is_free`, `is_active` and `product_number`. */
function acceptSnakeCase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const body = { ...value } as Record<string, unknown>;
  for (const [alias, name] of [
    ['is_free', 'isFree'],
    ['is_active', 'isActive'],
    ['product_number', 'productNumber'],
  ] as const) {
    if (body[name] === undefined && body[alias] !== undefined) body[name] = body[alias];
  }
  return body;
}

/** Generated by the client, so that a repeated request creates one product. */
const creationKey = z.uuid('The key must be a UUID').optional();

export const createProductInput = z.preprocess(acceptSnakeCase, productFields.extend({ key: creationKey }));
export const updateProductInput = z.preprocess(
  acceptSnakeCase,
  changedFields.extend({
    id: productIdSchema,
    /** `updatedAt` when editing began, so that a concurrent save by another admin is not overwritten. */
    editedFrom: z.iso.datetime({ error: 'Read the product again' }).optional(),
  }),
);
export const duplicateProductInput = z.object({ id: productIdSchema, key: creationKey });
export type ProductInput = z.infer<typeof productFields>;
export type CreateProductInput = z.infer<typeof createProductInput>;
export type UpdateProductInput = z.infer<typeof updateProductInput>;

export const changeProductsInput = z.object({
  ids: z.array(productIdSchema).min(1, 'Select a product').max(limits.listCap),
  change: z.discriminatedUnion('field', [
    z.object({
      field: z.literal('price'),
      price: productPrice,
      /**
       * The prices that the admin saw, in US cents (0 for a free product), so that a concurrent change is not
       * overwritten. Clients of the previous version omit `seen`.
       */
      seen: z.array(z.object({ id: z.int(), price: z.int() })).optional(),
    }),
    z.object({ field: z.literal('isActive'), isActive: z.boolean() }),
  ]),
});
export type ProductsChange = z.infer<typeof changeProductsInput>['change'];

export const changedProductsView = z.object({
  changed: z.int(),
  /** Products that were archived in the meantime, and unknown ids. */
  missing: z.int(),
  /** Not put on sale, because they have no content yet. */
  empty: z.int(),
});

export const restoreFileInput = z.object({
  id: productIdSchema,
  versionId: z.uuid('Unknown version'),
  /** The version that the admin saw as current. If another one is current now, the call fails with `conflict`. */
  seenCurrentId: z.uuid('Unknown version').optional(),
});
export type RestoreFileInput = z.infer<typeof restoreFileInput>;

/** How the API names a purchase: a PDF by its number, a session by its id. */
export function purchaseKey(product: { type: 'pdf' | 'session'; id: number; productNumber: number }): string {
  return product.type === 'pdf' ? `pdf-${product.productNumber}` : `session-${product.id}`;
}
