import { z } from 'zod';
import { limits } from '../limits.ts';
import { emailSchema, optionalText, requiredLine } from '../text-schemas.ts';

export const contactTopics = ['general', 'billing', 'privacy', 'technical'] as const;
export type ContactTopic = (typeof contactTopics)[number];

export const contactTopicNames: Record<ContactTopic, string> = {
  general: 'General question',
  billing: 'Payments and refunds',
  privacy: 'Privacy',
  technical: 'Technical problem',
};

export const contactMessageMaxLength = 4_000;

/** The form at `/#contact`. */
export const contactInput = z.object({
  name: requiredLine('Name is required', limits.nameMaxLength),
  email: emailSchema,
  topic: z.enum(contactTopics, { error: 'Choose a topic' }),
  message: optionalText(contactMessageMaxLength)
    .trim()
    .min(10, 'Write a sentence or two, so that we can help'),
  /** A honeypot: a hidden field that only bots fill in. */
  website: z.string().max(200).default(''),
});
export type ContactInput = z.infer<typeof contactInput>;
