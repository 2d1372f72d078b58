import { z } from 'zod';
import { grantPlanInput } from '../payments/billing.ts';
import { isStorableText, requiredLine } from '../text-schemas.ts';
import { userExportInput } from './admin-users.ts';

export const maxPeopleAtOnce = 200;

const ids = z
  .array(z.uuid('Unknown user'), { error: 'Select at least one user' })
  .min(1, 'Select at least one user')
  .max(maxPeopleAtOnce, `Select at most ${maxPeopleAtOnce} users`);

/** The users to whom an action applies: those selected, or all who match the filters of the list. */
export const peopleInput = z.object({
  ids: ids.optional(),
  filter: userExportInput.optional(),
});
export type PeopleInput = z.infer<typeof peopleInput>;

/** The users whom an action would affect, shown before the admin confirms it. */
export const peoplePreviewView = z.object({
  /** The number of these users, even if they are too many for one action. */
  total: z.int(),
  /** Their ids, in the order of the list. If there are too many users, this is empty, and the counts below are 0. */
  ids: z.array(z.uuid()),
  /** Users who cannot log in: suspended, or scheduled for deletion. They get neither emails nor memberships. */
  closed: z.int(),
  /** Users who can log in but have turned notices off. */
  unsubscribed: z.int(),
});
export type PeoplePreview = z.infer<typeof peoplePreviewView>;

/** The number of users for whom an action was done. */
export const bulkDoneView = z.object({ done: z.int() });

export const emailNoticeInput = z.object({
  ids,
  /** Generated when the form opens, so that a repeated request sends no second notice. */
  noticeId: z.uuid('Unknown notice'),
  subject: requiredLine('Write a subject', 150),
  text: z
    .string({ error: 'Write the message' })
    .trim()
    .min(1, 'Write the message')
    .max(5_000, 'Please use at most 5,000 characters')
    .refine(isStorableText, 'Please use plain text only'),
});
export type EmailNoticeInput = z.infer<typeof emailNoticeInput>;

export const tagName = requiredLine('Write a tag', 40);
export const addTagInput = z.object({ ids, tag: tagName });
export type AddTagInput = z.infer<typeof addTagInput>;
export const removeTagInput = z.object({ id: z.uuid('Unknown user'), tag: tagName });
export type RemoveTagInput = z.infer<typeof removeTagInput>;

/** The tags in use, each with the number of users who have it. */
export const tagListView = z.array(z.object({ tag: z.string(), people: z.int() }));
export type TagList = z.infer<typeof tagListView>;

const { plan, endsAt, reason } = grantPlanInput.shape;
export const grantPlansInput = z.object({ ids, plan, endsAt, reason });
export type GrantPlansInput = z.infer<typeof grantPlansInput>;
