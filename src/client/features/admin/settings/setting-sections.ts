import { type SettingGroup, settingGroups } from '../../../../shared/setting-definition.ts';
import {
  type AdminSetting,
  type ConfirmationPoint,
  type ConfirmationPointView,
  settingDefinitions,
} from '../../../../shared/settings.ts';
import { panelSearchTerms, settingSearchTerms } from './search-terms.ts';
import { factLabels, isFact, settingHint } from './setting-labels.ts';

/**
 * The sections of the settings, in the order of the menu. `look` and the sections that are not setting groups have a
 * panel of their own.
 */
export const settingSections = [
  'contact',
  'look',
  'pages',
  'company',
  'links',
  'claims',
  'prices',
  'announcement',
  'legal',
  'notices',
  'emails',
  'review',
  'files',
  'hands',
  'coaching',
  'security',
] as const;
export type SettingSection = (typeof settingSections)[number];

/** `searchTerms`: terms by which admins find the section and everything in it. */
type SectionLabels = { title: string; note: string; searchTerms?: string };

export const sectionLabels: Record<SettingSection, SectionLabels> = {
  contact: { title: 'Name and contact', note: 'An empty email or phone number is not shown.' },
  look: {
    title: 'Logo and colors',
    note: 'The logo is shown on every page; the colors are also those of emails.',
    searchTerms: 'brand branding colour colours color colors theme design palette picture image favicon',
  },
  pages: {
    title: 'Landing page',
    note: 'Its headlines and texts. On the page itself, “Edit this page” changes them in place.',
    searchTerms:
      'landing home page title heading headlines copy wording seo search engine description footer',
  },
  company: {
    title: 'Company and coaches',
    note: 'Shown on the landing page, in the footer, in the legal texts and on receipts. An empty line is not shown.',
    searchTerms: 'business seller legal entity imprint about us team',
  },
  links: {
    title: 'Links',
    note: 'Without a demo video, “Watch Demo” leads to the hand that visitors play on the landing page. In place of any other empty link, the page says “Coming soon” or “Opening soon”.',
    searchTerms: 'url social media community chat youtube',
  },
  claims: {
    title: 'Claims',
    note: 'What the public pages say about the academy.',
    searchTerms: 'numbers statistics testimonials members students results home page',
  },
  prices: {
    title: 'Membership prices',
    note: 'A new price applies from the next checkout. Current subscriptions keep theirs until you announce the new one.',
    searchTerms:
      'price pricing cost fee amount currency dollar usd subscription plans tiers silver gold diamond',
  },
  announcement: {
    title: 'Announcement',
    note: 'One sentence at the bottom of every page, until a day you choose. Everyone can dismiss it.',
    searchTerms: 'banner bar news message notice',
  },
  legal: {
    title: 'Legal',
    note: 'The details shown in legal texts and on card statements, the right of withdrawal, and taxes.',
    searchTerms: 'terms conditions privacy policy law jurisdiction',
  },
  notices: {
    title: 'Changed terms',
    note: 'The terms and the privacy policy promise an email before a change takes effect.',
    searchTerms: 'terms conditions privacy policy consent',
  },
  emails: {
    title: 'Emails',
    note: 'What the academy sends. Buttons, amounts and dates are added to each email, and it is signed with the academy’s name. Admins get emails about sales only after turning them on in their profile.',
    searchTerms: 'mail mails templates messages sender newsletter wording subject',
  },
  review: {
    title: 'Identity review',
    note: 'What students are promised, and how long identity documents are stored.',
    searchTerms:
      'kyc verification passport id card identity documents approve registration sign up signup sign-up',
  },
  files: {
    title: 'Files',
    note: 'What students download.',
    searchTerms: 'pdf pdfs download downloads watermark copy protection',
  },
  hands: {
    title: 'Hands',
    note: 'How many of their own hands students may store. A lower limit deletes nothing.',
    searchTerms: 'hand history histories limit storage ranges',
  },
  coaching: {
    title: 'Coaching',
    note: 'What students are promised, and how many questions they may ask. A lower number does not take away questions that students already have.',
    searchTerms: 'coach coaches questions answers drills',
  },
  security: {
    title: 'Security',
    note: 'How people log in, who may buy, and who sees identity documents.',
    searchTerms: 'login log in sign in signin password two-factor 2fa',
  },
};

/** The setting group of a section; undefined for a section without settings. */
export function groupOf(section: SettingSection): SettingGroup | undefined {
  return settingGroups.find((group) => group === section);
}

/** What an admin must confirm in a section in addition to the section's settings. */
export const factsOf: Partial<Record<SettingSection, ConfirmationPoint>> = {
  prices: 'planPrices',
  legal: 'privacyNotice',
};

/** The text in lower case and without punctuation, with one space before each word. */
const wordText = (text: string) => ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`;

/** Whether each of `words` is the beginning of a word in the text. */
function hasWords(text: string, words: readonly string[]): boolean {
  const searched = wordText(text);
  return words.every((word) => searched.includes(` ${word}`));
}

/** The filter of the page: the words of a search text, and whether to show only what must still be confirmed. */
export type SettingFilter = { words: readonly string[]; toConfirm: boolean };

export function filterOf(search: string, toConfirm: boolean): SettingFilter {
  return { words: wordText(search).split(' ').filter(Boolean), toConfirm };
}

export const isFiltered = ({ words, toConfirm }: SettingFilter) => words.length > 0 || toConfirm;

type SettingsData = {
  settings: readonly AdminSetting[];
  points: readonly ConfirmationPointView[];
};

const isUnconfirmed = (points: readonly ConfirmationPointView[], searchedPoint: ConfirmationPoint) =>
  points.some(({ point, confirmedAt }) => point === searchedPoint && confirmedAt === null);

/** The settings of a section that match the filter, and its point in `factsOf`, if that matches too. */
export function matchesIn(
  section: SettingSection,
  { settings, points }: SettingsData,
  { words, toConfirm }: SettingFilter,
): ConfirmationPoint[] {
  const { title, searchTerms = '' } = sectionLabels[section];
  const fact = factsOf[section];
  const all: ConfirmationPoint[] = [
    ...settings.filter(({ group }) => group === section).map(({ key }) => key),
    ...(fact ? [fact] : []),
  ];
  return all.filter((point) => {
    if (toConfirm && !isUnconfirmed(points, point)) return false;
    const text = isFact(point)
      ? `${factLabels[point].label} ${factLabels[point].text}`
      : `${settingDefinitions[point].label} ${settingHint(point) ?? ''}`;
    return hasWords(`${title} ${searchTerms} ${text} ${settingSearchTerms[point] ?? ''}`, words);
  });
}

/**
 * Whether a section has anything to show. A section without settings is found by its title, note and search terms.
 */
export function isShown(section: SettingSection, known: SettingsData, filter: SettingFilter): boolean {
  if (matchesIn(section, known, filter).length > 0) return true;
  if (groupOf(section) || filter.toConfirm) return false;
  const texts = [...Object.values(sectionLabels[section]), panelSearchTerms[section] ?? ''];
  return hasWords(texts.join(' '), filter.words);
}
