import { z } from 'zod';
import { optionalText, requiredLine } from '../text-schemas.ts';

/** The placeholders of a template, each with the explanation that the form shows. */
export const placeholders = {
  '{name}': 'the writer’s name',
  '{topic}': 'the topic of the message',
  '{date}': 'the day of the message',
  '{academy}': 'the name of the academy',
  '{me}': 'your own name',
} as const;
export type Placeholder = keyof typeof placeholders;

const inBraces = /\{[^{}\n]{0,40}\}/g;

function isPlaceholder(text: string): text is Placeholder {
  return Object.hasOwn(placeholders, text);
}

export function fillTemplate(template: string, values: Readonly<Record<Placeholder, string>>): string {
  return template.replace(inBraces, (found) => (isPlaceholder(found) ? values[found] : found));
}

/** The first known placeholder that a text still contains; undefined if it contains none. */
export function unfilledPlaceholder(text: string): string | undefined {
  return text.match(inBraces)?.find(isPlaceholder);
}

const templateBody = optionalText(8_000)
  .trim()
  .min(1, 'Write the text of the template')
  .superRefine((text, context) => {
    const unknown = text.match(inBraces)?.find((found) => !isPlaceholder(found));
    if (unknown === undefined) return;
    context.addIssue({
      code: 'custom',
      message: `${unknown} is not a placeholder. Use ${Object.keys(placeholders).join(', ')}.`,
    });
  });

export const replyTemplateView = z.object({
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  version: z.int(),
});
export type ReplyTemplate = z.infer<typeof replyTemplateView>;

export const replyTemplateTexts = z.object({
  title: requiredLine('Name the template', 80),
  body: templateBody,
});

/** If `existing` is missing, a new template is created. */
export const saveTemplateInput = replyTemplateTexts.extend({
  existing: z.object({ id: z.uuid('Unknown template'), version: z.int() }).optional(),
});
export type SaveTemplateInput = z.infer<typeof saveTemplateInput>;

export const deleteTemplateInput = z.object({ id: z.uuid('Unknown template'), version: z.int() });
export type DeleteTemplateInput = z.infer<typeof deleteTemplateInput>;
