import { z } from 'zod';
import { tierPlans } from '../access/tier-gate.ts';
import { difficulties } from '../enums.ts';
import { optionalText, requiredLine } from '../text-schemas.ts';
import { stampProblems } from './stamping.ts';

/** A stored coaching plan as the user sees it: GET /api/coaching-pdfs. */
export const coachingPdfView = z.object({
  id: z.string(),
  pdfNumber: z.int(),
  title: z.string(),
  description: z.string(),
  difficulty: z.enum(difficulties),
  requiredPlan: z.enum(tierPlans),
  /** False if the coaching plan is free. */
  isPurchaseRequired: z.boolean(),
  /** The download URL if the user may open the coaching plan and it has a file, else empty. */
  filePath: z.string(),
  /** The user is an admin or has a high enough membership, whether or not there is a file. */
  accessible: z.boolean(),
  /** There is a file to download. Without one, the card says "Coming soon" to users with access. */
  hasFile: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CoachingPdf = z.infer<typeof coachingPdfView>;

const pdfNumber = z
  .int('The coaching plan number must be 1 to 10')
  .min(1, 'The coaching plan number must be 1 to 10')
  .max(10, 'The coaching plan number must be 1 to 10');

/** The admin's input for one of the ten slots. Omitting `filePath` keeps the file. */
export const coachingPlanSlotInput = z.object({
  pdfNumber,
  title: requiredLine('Title is required'),
  description: optionalText(5_000).default(''),
  difficulty: z.enum(difficulties, { error: 'Choose a difficulty' }),
  requiredPlan: z.enum(tierPlans, { error: 'Choose the required membership' }),
  filePath: z.string().trim().min(1).max(2_000).optional(),
  /**
   * `updatedAt` of the slot when editing began, null for an empty slot. If omitted, concurrent changes are overwritten.
   */
  editedFrom: z.iso.datetime({ error: 'Read the coaching plan again' }).nullable().optional(),
});
export type CoachingPlanSlotInput = z.infer<typeof coachingPlanSlotInput>;

export const clearCoachingPlanFileInput = coachingPlanSlotInput.pick({ pdfNumber: true, editedFrom: true });

/** A slot in the admin's grid. A slot without a record has placeholder values and `isStored: false`. */
export const coachingPlanSlotView = z.object({
  pdfNumber: z.int(),
  title: z.string(),
  description: z.string(),
  difficulty: z.enum(difficulties),
  requiredPlan: z.enum(tierPlans),
  isStored: z.boolean(),
  /** The file reference `/objects/{id}`; null without a file. */
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
  fileSizeBytes: z.number().nullable(),
  /** Why the file is delivered without the user's name; null if it can be stamped. */
  stampProblem: z.enum(stampProblems).nullable(),
  updatedAt: z.string().nullable(),
});
export type CoachingPlanSlot = z.infer<typeof coachingPlanSlotView>;
