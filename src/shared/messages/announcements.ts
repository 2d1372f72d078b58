import { z } from 'zod';
import { isClientPath } from '../client-paths.ts';
import { dayMs } from '../durations.ts';
import { safeNextPath } from '../next-path.ts';
import { optionalLine, requiredLine } from '../text-schemas.ts';

export const announcementTones = ['info', 'warning', 'danger'] as const;
export type AnnouncementTone = (typeof announcementTones)[number];
export const announcementAudiences = ['everyone', 'signed_in'] as const;
export type AnnouncementAudience = (typeof announcementAudiences)[number];

export const announcementLimits = { message: 160, linkLabel: 30, days: 366 };

/** The announcement as users see it, in plain text. Its link leads to a page of this site. */
export const announcementView = z.object({
  id: z.uuid(),
  /** Incremented on each edit, so that users who dismissed an earlier wording see the new one. */
  version: z.int(),
  message: z.string(),
  link: z.object({ path: z.string(), label: z.string() }).nullable(),
  tone: z.enum(announcementTones),
});
export type Announcement = z.infer<typeof announcementView>;

/** `signedIn` keeps the cached responses for visitors and users apart in the browser. The server ignores it. */
export const currentAnnouncementInput = z.object({ signedIn: z.boolean() });

export const adminAnnouncementView = announcementView.extend({
  audience: z.enum(announcementAudiences),
  startsAt: z.string(),
  endsAt: z.string(),
  state: z.enum(['planned', 'shown', 'over']),
  /** Null if the account was deleted. */
  createdByName: z.string().nullable(),
  updatedAt: z.string(),
});
export type AdminAnnouncement = z.infer<typeof adminAnnouncementView>;

const pagePath = z
  .string({ error: 'Enter a page of this site, such as /products' })
  .trim()
  .max(200, 'This address is too long')
  .refine((text) => text === '' || isOwnPage(text), 'Enter a page of this site, such as /products');

function isOwnPage(text: string): boolean {
  const path = safeNextPath(text);
  return path === text && isClientPath(new URL(path, 'https://academy.invalid').pathname);
}

const instant = z.iso.datetime({ offset: true, error: 'Enter a day and a time' });

export const announcementInput = z
  .object({
    message: requiredLine('Write what the announcement says', announcementLimits.message),
    linkPath: pagePath,
    linkLabel: optionalLine('Say what the link leads to', announcementLimits.linkLabel),
    tone: z.enum(announcementTones, { error: 'Choose how urgent it is' }),
    audience: z.enum(announcementAudiences, { error: 'Choose who sees it' }),
    startsAt: instant,
    endsAt: instant,
  })
  .superRefine(({ linkPath, linkLabel, startsAt, endsAt }, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (linkPath !== '' && linkLabel === '') problem('linkLabel', 'Say what the link leads to');
    if (linkPath === '' && linkLabel !== '') problem('linkPath', 'Enter the page that the link leads to');
    const length = Date.parse(endsAt) - Date.parse(startsAt);
    if (length <= 0) problem('endsAt', 'Choose an end after the start');
    if (length > announcementLimits.days * dayMs) problem('endsAt', 'It can run for a year at most');
  });
export type AnnouncementInput = z.infer<typeof announcementInput>;

export const announcementIdInput = z.object({ id: z.uuid('Unknown announcement') });
/** `version` is the version that the admin edited, so that a concurrent change by another admin is not overwritten. */
export const updateAnnouncementInput = z.object({
  id: z.uuid('Unknown announcement'),
  version: z.int(),
  values: announcementInput,
});
export type UpdateAnnouncementInput = z.infer<typeof updateAnnouncementInput>;
