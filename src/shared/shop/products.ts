import { z } from 'zod';
import { difficulties, productTypes } from '../enums.ts';
import { limits } from '../limits.ts';
import { optionalText, requiredLine } from '../text-schemas.ts';
import { stampProblems } from './stamping.ts';

/** The initial fields of a new product. */
export const productDefaults = {
  priceCents: { pdf: 999, session: 1999 },
  difficulty: 'beginner',
  sessionDurationMinutes: 30,
} as const;

/** A product as everyone may see it. `filePath` is the download address for entitled users, else null. */
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
  /** Of its PDF; null without one, and when it could not be counted. */
  pageCount: z.int().nullable(),
  filePath: z.string().nullable(),
  /** Bought, granted or free: the logged-in user may open it. */
  owned: z.boolean(),
  /** The logged-in user may open it, whether they own it or not. */
  mayOpen: z.boolean(),
  /** One of the first sessions: everybody who logs in may open it. */
  openToAll: z.boolean(),
  /** The product has content; sold before that, it is a pre-order. */
  isReady: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  // The names of the documented calls beside ours.
  is_free: z.boolean(),
  is_active: z.boolean(),
  product_number: z.int(),
  pdfNumber: z.int().nullable(),
  sessionNumber: z.int().nullable(),
});
export type Product = z.infer<typeof productView>;

/** A product on its own page: with a description of its content, but without file references. */
export const productDetailView = productView.extend({
  includes: z.object({ file: z.boolean(), video: z.boolean(), text: z.boolean() }),
  author: z.string().nullable(),
  /** Of the content, `YYYY-MM-DD`. */
  publishedOn: z.string().nullable(),
  /** What a student can do afterwards. */
  outcomes: z.array(z.string()),
  /** Titles of its chapters. */
  contents: z.array(z.string()),
  /** Address of a picture of one page. */
  preview: z.string().nullable(),
});
export type ProductDetail = z.infer<typeof productDetailView>;

/** A product as admins see it. `filePath` is the file's reference `/objects/{id}`, which the editor sends back. */
export const adminProductView = productView.omit({ owned: true, mayOpen: true, openToAll: true }).extend({
  author: z.string().nullable(),
  publishedOn: z.string().nullable(),
  /** One a line. */
  outcomes: z.string().nullable(),
  contents: z.string().nullable(),
  videoUrl: z.string().nullable(),
  /** Of the video that is a file of ours; wins over `videoUrl`. */
  videoPath: z.string().nullable(),
  videoName: z.string().nullable(),
  captionsPath: z.string().nullable(),
  captionsName: z.string().nullable(),
  content: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Why the file is delivered without the user's name, if it cannot be stamped. */
  stampProblem: z.enum(stampProblems).nullable(),
  deletedAt: z.string().nullable(),
  soldCount: z.int(),
});
export type AdminProduct = z.infer<typeof adminProductView>;

/** One file that a product has had. */
export const productFileVersionView = z.object({
  id: z.uuid(),
  number: z.int(),
  fileName: z.string(),
  /** Bytes; null for files from before sizes were stored. */
  sizeBytes: z.int().nullable(),
  addedAt: z.string(),
  /** Null for an account that is gone. */
  addedByName: z.string().nullable(),
  /** The one that buyers get. */
  isCurrent: z.boolean(),
  /** Its file is still there, to be downloaded or made current again. */
  isKept: z.boolean(),
});
export type ProductFileVersion = z.infer<typeof productFileVersionView>;

/** Product ids are small integers; on the wire they may be text. */
export const productIdSchema = z
  .union([z.int(), z.string().regex(/^\d{1,9}$/, 'Unknown product')], { error: 'Unknown product' })
  .transform(Number)
  .pipe(z.int('Unknown product').min(1, 'Unknown product').max(2_147_483_647, 'Unknown product'));

const httpsAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => text === '' || isHttpsAddress(text), 'Enter an address that starts with https://');

function isHttpsAddress(text: string): boolean {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

const price = z
  .number({ error: 'Enter a price' })
  .int('Enter a price in whole cents')
  .min(0, 'The price cannot be negative')
  .max(limits.priceMaxCents, 'This price is too high')
  .refine((cents) => cents === 0 || cents >= limits.priceMinCents, 'The price must be 0 or at least $0.50');

/** `"7"` and `7` both mean 7; anything invalid falls back to 1. */
const productNumber = z.preprocess((value) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= 1_000_000
    ? number
    : 1;
}, z.int());

/** The address a file was sent to, or `/objects/{id}`. */
const fileReference = z.string().trim().max(2_000);

const productFields = z.object({
  type: z.enum(productTypes, { error: 'Choose PDF or session' }),
  productNumber,
  title: requiredLine('Title is required'),
  description: optionalText(5_000)
    .nullish()
    .transform((text) => text ?? ''),
  difficulty: z.enum(difficulties).default(productDefaults.difficulty),
  price,
  isActive: z.boolean().default(true),
  isFree: z.boolean().default(false),
  filePath: fileReference.nullish(),
  videoUrl: httpsAddress.nullish(),
  videoPath: fileReference.nullish(),
  captionsPath: fileReference.nullish(),
  content: optionalText(200_000).nullish(),
  estimatedDuration: z.int().min(1).max(10_000).nullish(),
  prerequisites: optionalText(2_000).nullish(),
  author: optionalText(200).nullish(),
  publishedOn: z
    .union([z.literal(''), z.iso.date()], { error: 'Enter a date such as 2026-11-20, or leave it empty' })
    .nullish(),
  outcomes: optionalText(2_000).nullish(),
  contents: optionalText(5_000).nullish(),
});

/** Input accepts `is_free`, `is_active` and `product_number` as well. */
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

export const createProductInput = z.preprocess(acceptSnakeCase, productFields);
export const updateProductInput = z.preprocess(
  acceptSnakeCase,
  productFields.extend({
    id: productIdSchema,
    /** `updatedAt` as it was when the editing began: a colleague's save in between is not overwritten. */
    editedFrom: z.iso.datetime({ error: 'Read the product again' }).optional(),
  }),
);
export type ProductInput = z.infer<typeof productFields>;

export const restoreFileInput = z.object({ id: productIdSchema, versionId: z.uuid('Unknown version') });

export function purchaseKey(product: { type: 'pdf' | 'session'; id: number; productNumber: number }): string {
  return product.type === 'pdf' ? `pdf-${product.productNumber}` : `session-${product.id}`;
}
