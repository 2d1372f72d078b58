import { z } from 'zod';
import { videoTypes } from './video-type.ts';

const mebibyte = 1024 * 1024;

export const multipartRules = {
  /** Files above this size are sent in parts. */
  aboveBytes: 100 * mebibyte,
  minPartBytes: 5 * mebibyte,
  maxParts: 10_000,
  partsAtOnce: 6,
  /** Milliseconds before each retry of a part. */
  retryDelays: [0, 1_000, 3_000, 5_000],
} as const;

export type PartPlan = { partBytes: number; partCount: number };

/** A part has a 10,000th of the file size, rounded up, but at least 5 MiB. The last part has the remaining bytes. */
export function partPlan(sizeBytes: number): PartPlan {
  const partBytes = Math.max(Math.ceil(sizeBytes / multipartRules.maxParts), multipartRules.minPartBytes);
  return { partBytes, partCount: Math.ceil(sizeBytes / partBytes) };
}

/** Bytes of a part; undefined for a number outside the plan. Numbers start at 1. */
export function partSize(plan: PartPlan, sizeBytes: number, number: number): number | undefined {
  if (!Number.isInteger(number) || number < 1 || number > plan.partCount) return undefined;
  return Math.min(plan.partBytes, sizeBytes - (number - 1) * plan.partBytes);
}

const uploadId = z.uuid('Unknown upload');
const partNumber = z.int().min(1).max(multipartRules.maxParts);

export const createMultipartInput = z.object({
  filename: z.string().max(300),
  contentType: z.enum(videoTypes, { error: 'Choose an MP4 or a WebM file' }),
  size: z.int().positive(),
  /** A SHA-256 hash in hex that identifies the file. Selecting the same file again resumes the upload. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
});
export const multipartUploadView = z.object({
  uploadId,
  partBytes: z.int(),
  partCount: z.int(),
  /** Whether this is an earlier upload of the same file, some parts of which may have been received. */
  resumed: z.boolean(),
  /** Set if the upload is complete and nothing is left to send. */
  reference: z.string().nullable(),
});
export type MultipartUploadView = z.infer<typeof multipartUploadView>;

export const multipartIdInput = z.object({ uploadId });
export const signPartInput = z.object({ uploadId, partNumber });
/** `url` accepts repeated PUTs of exactly the part's size until `expiresAt`. */
export const signedPartView = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresAt: z.string(),
});
export type SignedPart = z.infer<typeof signedPartView>;

export const storedPartView = z.object({ partNumber, sizeBytes: z.int(), etag: z.string() });
export type StoredPartView = z.infer<typeof storedPartView>;

export const completeMultipartInput = z.object({
  uploadId,
  parts: z
    .array(z.object({ partNumber, etag: z.string().min(1).max(200) }))
    .min(1)
    .max(multipartRules.maxParts),
});
/** `assembling`: poll again. `reference` is the value for the product form. */
export const completedMultipartView = z.discriminatedUnion('status', [
  z.object({ status: z.literal('assembling') }),
  z.object({ status: z.literal('done'), reference: z.string() }),
]);
export type CompletedMultipart = z.infer<typeof completedMultipartView>;
