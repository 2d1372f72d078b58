import { z } from 'zod';
import type { LegalText } from '../auth/consents.ts';
import { legalTexts } from '../auth/consents.ts';
import { calendarDay } from '../text-schemas.ts';
import { isSafeUrl, readLegalText } from './legal-markdown.ts';
import { privacyOriginal } from './privacy-original.ts';
import { termsOriginal } from './terms-original.ts';
import { type TextDefinition, textSchema } from './text-definition.ts';

export const legalOriginals: Readonly<Record<LegalText, string>> = {
  terms: termsOriginal,
  privacy: privacyOriginal,
};

/** The placeholders of both texts, each with the explanation that admins see. */
const placeholders = {
  academy: 'the name of the academy',
  we: '“we”, followed by the company behind the academy',
  company: 'the company, its address and registration',
  siteLaw: 'the governing law for privacy and site use',
  salesLaw: 'the governing law for charges, refunds and disputes',
  descriptor: 'the name on card statements',
  uploadHours: 'the hours for which unused uploads are kept',
  documentDays: 'the days for which pictures of identity documents are kept',
  idleDays: 'the days without use after which a session ends',
  sessionDays: 'the days after which every session ends',
  deviceDays: 'the days for which a browser is recognized',
  signInMonths: 'the months for which logins are kept',
  addressDays: 'the days for which the network addresses of logins are kept',
  fileMonths: 'the months for which records of opened files are kept',
  activityMonths: 'the months for which notifications and records of use are kept',
  unreadableDays: 'the days for which hands that could not be read are kept',
  exportDays: 'the days for which a copy of a user’s data can be downloaded',
  undoDays: 'the days from the request to the deletion of an account',
  contactMonths: 'the months for which closed messages of people without an account are kept',
  recordMonths: 'the months for which other network addresses are kept',
};
export type LegalPlaceholder = keyof typeof placeholders;

export const legalDefinition: TextDefinition = {
  original: '',
  label: 'Text',
  hint: 'Begin each section with "## " and its title. "- " makes a list, **two stars** bold text, [words](/address) a link.',
  maxLength: 60_000,
  hasLines: true,
  placeholders,
  required: ['academy'],
  problem(text) {
    const [first] = readLegalText(text);
    if (!first || !text.startsWith('## '))
      return 'Begin with the title of a section, such as "## The agreement"';
    const links = [...text.matchAll(/\[[^\]]+\]\(([^)]*)\)/g)].map(([, href = '']) => href);
    const wrong = links.find((href) => !isSafeUrl(href) || /[\s(]/.test(href));
    if (wrong === undefined) return undefined;
    return `“${wrong}” cannot be linked: use https://…, a page such as /products, or a section such as #cookies, without spaces and parentheses`;
  },
};

export const legalBody = textSchema(legalDefinition);

const document = z.enum(legalTexts);

export const legalTextInput = z.object({ document });

export const legalTextView = z.object({
  document,
  /** Identifies the text in records of consent. Begins with the day on which the text took effect. */
  version: z.string(),
  /** Markdown, see `legal-markdown.ts`. */
  body: z.string(),
  /** How long a login lasts: days without use, and days in all. */
  session: z.object({ idleDays: z.int(), maxDays: z.int() }),
  hasEarlier: z.boolean(),
  /** The version that takes effect on a later day. */
  next: z
    .object({ version: z.string(), validOn: z.string(), body: z.string(), needsAcceptance: z.boolean() })
    .nullable(),
});
export type LegalTextView = z.infer<typeof legalTextView>;

const legalVersionView = z.object({
  version: z.string(),
  /** When the version took effect. */
  publishedAt: z.string(),
  body: z.string(),
});
/** The versions that are or were in effect, newest first. */
export const legalVersionsView = z.array(legalVersionView);
export type LegalVersion = z.infer<typeof legalVersionView>;

export const publishLegalTextInput = z.object({
  document,
  body: z.string().max(legalDefinition.maxLength, 'This text is too long'),
  /** The version that was edited: the next one if there is one, otherwise the current one. */
  version: z.string().max(40),
  /** The day on which the text takes effect, in the academy's time zone. If absent, it takes effect immediately. */
  validOn: calendarDay('Enter a date such as 2027-01-31').optional(),
  /**
   * Whether users who accepted an earlier version are asked to accept this one. Ignored if the text equals the one
   * in effect, because publishing that text only withdraws the planned version.
   */
  needsAcceptance: z.boolean(),
});
export type PublishLegalTextInput = z.infer<typeof publishLegalTextInput>;
