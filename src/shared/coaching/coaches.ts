import { z } from 'zod';
import { optionalText, requiredLine } from '../text-schemas.ts';

const daysMessage = 'Enter a whole number from 1 to 730';
const capacityMessage = 'Enter a whole number from 1 to 500';

export const grantCoachInput = z.object({
  userId: z.uuid('Unknown user'),
  displayName: requiredLine('Enter the name that students see', 60),
  about: optionalText(600).default(''),
  /** Open questions that the coach can take on in a week. */
  weeklyCapacity: z.int(capacityMessage).min(1, capacityMessage).max(500, capacityMessage).default(20),
  /** The coach as the admin saw them; null for a user who was no coach. */
  before: z
    .object({
      displayName: z.string().max(60),
      about: z.string().max(600),
      weeklyCapacity: z.int(),
      active: z.boolean(),
    })
    .nullable()
    .default(null),
});
export type GrantCoachInput = z.infer<typeof grantCoachInput>;

export const coachIdInput = z.object({ userId: z.uuid('Unknown user') });

export const coachView = z.object({
  userId: z.string(),
  displayName: z.string(),
  about: z.string(),
  weeklyCapacity: z.int(),
  active: z.boolean(),
  /** Questions that are with the coach. */
  claimed: z.int(),
  /** Answers of the last 30 days. */
  answered: z.int(),
  createdAt: z.string(),
});
export type Coach = z.infer<typeof coachView>;

export const grantQuestionsInput = z.object({
  userId: z.uuid('Unknown user'),
  count: z
    .int('Enter a whole number from 1 to 20')
    .min(1, 'Enter a whole number from 1 to 20')
    .max(20, 'Enter a whole number from 1 to 20'),
  /** Null: they do not expire. */
  validDays: z.int(daysMessage).min(1, daysMessage).max(730, daysMessage).nullable(),
  reason: requiredLine('Enter a reason', 500),
  /** Chosen by the client: a repeated request gives nothing twice. */
  requestId: z.uuid('Unknown request'),
});
