import { heroTexts, searchDescriptionKey } from './hero-texts.ts';
import { landingTexts, readPrograms } from './landing-texts.ts';
import type { TextDefinition } from './text-definition.ts';

type Described = Omit<TextDefinition, 'original'>;

const line = (label: string, maxLength = 80): Described => ({ label, maxLength });
const sentences = (label: string, maxLength = 300): Described => ({ label, maxLength, hasLines: true });

const originals = { ...heroTexts, [searchDescriptionKey]: '', ...landingTexts };
export type PageTextKey = keyof typeof originals;

const programs: Described = {
  label: 'Programs',
  hint: 'One per line: the name, a colon, and the search terms for the shop. While the search finds nothing, the link leads to all products.',
  maxLength: 600,
  hasLines: true,
  problem(text) {
    const lines = text.split('\n').filter((part) => part.trim() !== '');
    if (lines.length > 8) return 'Use at most 8 programs';
    return readPrograms(text).length < lines.length
      ? 'Write one program a line, such as "Cash Game Excellence: cash"'
      : undefined;
  },
};

const described: Record<PageTextKey, Described> = {
  heroTitle: line('Headline', 100),
  heroLead: sentences('Text below the headline', 400),
  heroNote: line('Small print', 120),
  searchDescription: {
    ...line('For search engines and shared links', 160),
    hint: 'While this text is empty, search engines and shared links show a sentence about coaching plans and sessions.',
    mayBeEmpty: true,
  },

  offerOneTitle: line('First offer'),
  offerOneText: sentences('Text of the first offer', 200),
  offerTwoTitle: line('Second offer'),
  offerTwoText: sentences('Text of the second offer', 200),
  offerThreeTitle: line('Third offer'),
  offerThreeText: sentences('Text of the third offer', 200),

  coachesTitle: line('Headline'),

  clientTitle: line('Headline'),
  clientLead: sentences('Text below the headline'),
  clientOneTitle: line('First feature'),
  clientOneText: line('Text of the first feature', 160),
  clientTwoTitle: line('Second feature'),
  clientTwoText: line('Text of the second feature', 160),
  clientThreeTitle: line('Third feature'),
  clientThreeText: line('Text of the third feature', 160),
  stepsTitle: line('Headline of the steps'),
  stepOneTitle: line('First step'),
  stepOneText: line('Text of the first step', 160),
  stepTwoTitle: line('Second step'),
  stepTwoText: line('Text of the second step', 160),
  stepThreeTitle: line('Third step'),
  stepThreeText: line('Text of the third step', 160),

  pricesTitle: line('Headline'),

  saleTitle: line('Headline'),
  saleLead: {
    ...sentences('Text below the headline'),
    placeholders: { terms: 'a link to the Terms of Service' },
    required: ['terms'],
  },
  saleStatement: {
    ...sentences('Your statement'),
    placeholders: { descriptor: 'the name on card statements' },
    required: ['descriptor'],
  },
  saleRefunds: sentences('Refunds'),
  saleRenewals: sentences('Renewals'),
  saleLaw: {
    ...sentences('Law'),
    placeholders: { law: 'the governing law for charges, from the settings' },
    required: ['law'],
  },
  saleEducation: sentences('Education only'),
  saleDisputes: {
    ...sentences('Disputes'),
    placeholders: { support: 'the link “contact support”' },
    required: ['support'],
  },

  accountsTitle: line('Headline'),
  accountNewTitle: line('For new students'),
  accountNewText: {
    ...sentences('Text for new students'),
    placeholders: { hours: 'how long an identity review takes, such as “24 to 48”' },
  },
  accountBackTitle: line('For students who return'),
  accountBackText: sentences('Text for students who return'),

  communityTitle: line('Headline'),
  discordText: line('Discord', 160),
  whatsappText: line('WhatsApp', 160),
  telegramText: line('Telegram', 160),

  contactTitle: line('Headline'),
  contactText: {
    ...sentences('Text below the headline', 400),
    placeholders: { time: 'the time in which a person answers, such as “2 days”' },
  },

  footerLine: sentences('Below the name', 160),
  footerPrograms: programs,
};

function keysOf<Key extends PageTextKey>(keys: readonly Key[]): readonly Key[] {
  return keys;
}
const startingWith = (...starts: string[]): readonly PageTextKey[] =>
  (Object.keys(originals) as PageTextKey[]).filter((key) => starts.some((start) => key.startsWith(start)));

/** The sections of the landing page with the keys of their texts. The markup names a section in `data-texts`. */
export const pageSections = {
  hero: { title: 'First screen', keys: startingWith('hero', 'search') },
  offers: { title: 'What you get', keys: startingWith('offer') },
  coaches: { title: 'Coaches', keys: keysOf(['coachesTitle']) },
  client: { title: 'Play-money client', keys: startingWith('client', 'step') },
  prices: { title: 'Prices', keys: keysOf(['pricesTitle']) },
  sale: { title: 'Before you pay', keys: startingWith('sale') },
  accounts: { title: 'Register and log in', keys: startingWith('account') },
  community: {
    title: 'Community',
    keys: startingWith('community', 'discord', 'whatsapp', 'telegram'),
  },
  contact: { title: 'Contact', keys: startingWith('contact') },
  footer: { title: 'Footer', keys: startingWith('footer') },
} as const;
export type PageSection = keyof typeof pageSections;

export const pageTexts = Object.fromEntries(
  (Object.keys(originals) as PageTextKey[]).map((key) => [
    key,
    { ...described[key], original: originals[key] },
  ]),
) as Record<PageTextKey, TextDefinition>;
