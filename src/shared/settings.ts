import { z } from 'zod';
import { limits } from './limits.ts';
import { youtubeVideoId } from './shop/video-id.ts';
import { kycGates, type SiteSettings, siteSettingsDefaults } from './site-settings.ts';
import { emailSchema, optionalText, phoneSchema, requiredLine } from './text-schemas.ts';

/** All settings. An empty text hides the element that shows it. */
export type Settings = SiteSettings & {
  minimumAge: number;
  /** How long files wait that were sent and belong to nothing yet. */
  unclaimedUploadHours: number;
  passwordPolicy: 'standard' | 'strict';
  requireAdminTwoFactor: boolean;
  /** Counted figures instead of claims; the success rate is then left out. */
  useRealNumbers: boolean;
  /** Name, masked address and order on every page of a PDF that somebody downloads. */
  stampPdfs: boolean;
  /** Payment pages have a box to tick: access immediately, and no right of withdrawal. */
  askWithdrawalWaiver: boolean;
  /** Stripe works out the tax in the price of each payment. */
  automaticTax: boolean;
  /** Students may open the pictures of their own identity documents. */
  studentsSeeOwnPapers: boolean;
};
export type SettingKey = keyof Settings;

export const settingGroups = [
  'company',
  'links',
  'contact',
  'claims',
  'legal',
  'review',
  'files',
  'security',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

export type SettingDefinition<Value> = {
  schema: z.ZodType<Value>;
  default: Value;
  /** Where production begins with another value. */
  productionDefault?: Value;
  label: string;
  group: SettingGroup;
  /** The default is a guess of ours that only the owner can confirm: listed under "to complete". */
  adminShouldConfirm: boolean;
  /** Visitors receive it with every page. */
  public: boolean;
};

const webAddress = z
  .string({ error: 'Enter an address that starts with https://' })
  .trim()
  .max(2_000, 'This address is too long')
  .refine((text) => text === '' || isWebAddress(text), 'Enter an address that starts with https://');

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

const videoAddress = z
  .string({ error: 'Enter the address of a YouTube video' })
  .trim()
  .max(2_000, 'This address is too long')
  .refine(
    (text) => text === '' || youtubeVideoId(text) !== undefined,
    'Enter the address of a YouTube video, such as https://youtu.be/…',
  );

/** Applies the schema to non-empty text. */
const orEmpty = (schema: z.ZodType<string>, message: string) =>
  z
    .string({ error: message })
    .trim()
    .refine((text) => text === '' || schema.safeParse(text).success, message);

/** What Stripe prints on card statements: 5 to 22 of its characters, with a letter among them. */
const descriptor = requiredLine('The statement descriptor is required', 22)
  .refine((text) => text.length >= 5, 'Use at least 5 characters')
  .refine(
    (text) => !/[<>\\'"*]/.test(text) && /[A-Za-z]/.test(text),
    'Use letters and digits, without < > \\ \' " *',
  );

const wholeNumber = (from: number, to: number) => {
  const message = `Enter a whole number from ${from} to ${to}`;
  return z.int({ error: message }).min(from, message).max(to, message);
};
/** One line that may be empty. */
const upTo = (length: number) => z.literal('').or(requiredLine('Enter one line', length));
const claim = requiredLine('Enter what the page should say', 30);
const place = requiredLine('Name the country or state', 80);
const onOff = z.boolean({ error: 'Choose on or off' });

type SiteEntry<Key extends keyof SiteSettings> = Omit<
  SettingDefinition<SiteSettings[Key]>,
  'default' | 'public'
>;
function site<Key extends keyof SiteSettings>(
  key: Key,
  entry: SiteEntry<Key>,
): SettingDefinition<SiteSettings[Key]> {
  return { ...entry, default: siteSettingsDefaults[key], public: true };
}
function link(key: keyof SiteSettings & `${string}Url`, label: string): SettingDefinition<string> {
  return site(key, { schema: webAddress, label, group: 'links', adminShouldConfirm: true });
}
function claimed(key: keyof SiteSettings & `claim${string}`, label: string): SettingDefinition<string> {
  // Claims that cannot be proved are a risk only the owner can take.
  return site(key, { schema: claim, label, group: 'claims', adminShouldConfirm: true });
}

/** Something that the server does only once the owner has turned it on. */
function offAtFirst(label: string, group: SettingGroup): SettingDefinition<boolean> {
  return { schema: onOff, default: false, label, group, adminShouldConfirm: true, public: false };
}

export const settingDefinitions: { readonly [Key in SettingKey]: SettingDefinition<Settings[Key]> } = {
  academyName: site('academyName', {
    schema: requiredLine('The name is required', 60),
    label: 'Name of the academy',
    group: 'contact',
    adminShouldConfirm: false,
  }),
  watchDemoUrl: link('watchDemoUrl', 'Demo video'),
  tutorialVideoUrl: site('tutorialVideoUrl', {
    schema: videoAddress,
    label: 'Tutorial video (YouTube)',
    group: 'links',
    adminShouldConfirm: true,
  }),
  desktopAppUrl: link('desktopAppUrl', 'Play-money client download'),
  discordUrl: link('discordUrl', 'Discord invitation'),
  whatsappUrl: link('whatsappUrl', 'WhatsApp group'),
  telegramUrl: link('telegramUrl', 'Telegram channel'),
  companyName: site('companyName', {
    schema: upTo(120),
    label: 'Company name',
    group: 'company',
    adminShouldConfirm: true,
  }),
  companyAddress: site('companyAddress', {
    schema: upTo(200),
    label: 'Company address',
    group: 'company',
    adminShouldConfirm: true,
  }),
  companyRegistration: site('companyRegistration', {
    schema: upTo(120),
    label: 'Registration or tax number',
    group: 'company',
    adminShouldConfirm: true,
  }),
  coaches: site('coaches', {
    schema: optionalText(2_000).refine(
      (text) => text.split('\n').every((line) => line.trim() === '' || /^[^:]{1,80}:\s*\S/.test(line.trim())),
      'Write one coach a line, such as "Ana Silva: coaches cash games since 2015"',
    ),
    label: 'Coaches',
    group: 'company',
    adminShouldConfirm: true,
  }),
  answerHours: site('answerHours', {
    schema: wholeNumber(1, 720),
    label: 'A person answers messages and refund requests within (hours)',
    group: 'contact',
    adminShouldConfirm: true,
  }),
  supportEmail: site('supportEmail', {
    schema: orEmpty(emailSchema, 'Enter an email such as name@example.com'),
    label: 'Support email',
    group: 'contact',
    adminShouldConfirm: true,
  }),
  supportPhone: site('supportPhone', {
    schema: orEmpty(phoneSchema, 'Enter a phone number such as +1 555 010 0199'),
    label: 'Support phone',
    group: 'contact',
    adminShouldConfirm: true,
  }),
  statementDescriptor: site('statementDescriptor', {
    schema: descriptor,
    label: 'Name on card statements',
    group: 'legal',
    adminShouldConfirm: true,
  }),
  claimMembers: claimed('claimMembers', 'Community members'),
  claimStudents: claimed('claimStudents', 'Students trained'),
  claimSuccessRate: claimed('claimSuccessRate', 'Success rate'),
  claimSupport: claimed('claimSupport', 'Hours of support'),
  claimLiveSessions: claimed('claimLiveSessions', 'Live sessions'),
  useRealNumbers: offAtFirst('Use real numbers', 'claims'),
  salesTermsLaw: site('salesTermsLaw', {
    schema: place,
    label: 'Law of charges, refunds and disputes',
    group: 'legal',
    adminShouldConfirm: true,
  }),
  siteTermsLaw: site('siteTermsLaw', {
    schema: place,
    label: 'Law of privacy and site use',
    group: 'legal',
    adminShouldConfirm: true,
  }),
  askWithdrawalWaiver: offAtFirst('Buyers give up their right of withdrawal', 'legal'),
  automaticTax: offAtFirst('Stripe works out sales tax and VAT', 'legal'),
  reviewHoursFrom: site('reviewHoursFrom', {
    schema: wholeNumber(1, 720),
    label: 'Identity review takes at least (hours)',
    group: 'review',
    adminShouldConfirm: true,
  }),
  reviewHoursTo: site('reviewHoursTo', {
    schema: wholeNumber(1, 720),
    label: 'Identity review takes at most (hours)',
    group: 'review',
    adminShouldConfirm: true,
  }),
  minimumAge: {
    schema: wholeNumber(limits.minimumAgeYears, 99),
    default: 18,
    label: 'Minimum age',
    group: 'review',
    adminShouldConfirm: true,
    public: false,
  },
  documentRetentionDays: site('documentRetentionDays', {
    schema: wholeNumber(1, 3_650),
    label: 'Days that identity documents stay after the decision',
    group: 'review',
    adminShouldConfirm: true,
  }),
  unclaimedUploadHours: {
    // Registration uploads must be used within an hour.
    schema: wholeNumber(2, 720),
    default: 24,
    label: 'Hours that files wait which were sent but not used',
    group: 'review',
    adminShouldConfirm: true,
    public: false,
  },
  kycGate: site('kycGate', {
    schema: z.enum(kycGates, { error: 'Choose one of the list' }),
    label: 'What needs an approved identity',
    group: 'review',
    adminShouldConfirm: true,
  }),
  stampPdfs: offAtFirst('Stamp PDFs with the name of the reader', 'files'),
  passwordPolicy: {
    schema: z.enum(['standard', 'strict'], { error: 'Choose one of the list' }),
    default: 'standard',
    label: 'Password rules',
    group: 'security',
    adminShouldConfirm: true,
    public: false,
  },
  requireAdminTwoFactor: {
    ...offAtFirst('Admins need a second factor', 'security'),
    productionDefault: true,
  },
  studentsSeeOwnPapers: offAtFirst('Students see their own identity documents', 'security'),
  requireVerifiedEmailAtCheckout: site('requireVerifiedEmailAtCheckout', {
    schema: onOff,
    label: 'Buying needs a verified email',
    group: 'security',
    adminShouldConfirm: true,
  }),
};

export const settingKeys = Object.keys(settingDefinitions) as [SettingKey, ...SettingKey[]];

export const siteSettingsView = z.object({
  academyName: z.string(),
  watchDemoUrl: z.string(),
  tutorialVideoUrl: z.string(),
  desktopAppUrl: z.string(),
  discordUrl: z.string(),
  whatsappUrl: z.string(),
  telegramUrl: z.string(),
  companyName: z.string(),
  companyAddress: z.string(),
  companyRegistration: z.string(),
  coaches: z.string(),
  answerHours: z.number(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  statementDescriptor: z.string(),
  claimMembers: z.string(),
  claimStudents: z.string(),
  claimSuccessRate: z.string(),
  claimSupport: z.string(),
  claimLiveSessions: z.string(),
  salesTermsLaw: z.string(),
  siteTermsLaw: z.string(),
  reviewHoursFrom: z.number(),
  reviewHoursTo: z.number(),
  documentRetentionDays: z.number(),
  kycGate: z.enum(kycGates),
  requireVerifiedEmailAtCheckout: z.boolean(),
}) satisfies z.ZodType<SiteSettings>;

const settingValue = z.union([z.string().max(2_000), z.number(), z.boolean()], { error: 'Enter a value' });

/** The value's own rule depends on the key and is applied by updateSetting. */
export const updateSettingInput = z.object({ key: z.enum(settingKeys), value: settingValue });

/** One line of the admin's settings page. */
export const adminSettingView = z.object({
  key: z.enum(settingKeys),
  label: z.string(),
  group: z.enum(settingGroups),
  value: settingValue,
  default: settingValue,
  adminShouldConfirm: z.boolean(),
  public: z.boolean(),
  /** Null while the default holds. */
  updatedAt: z.string().nullable(),
  /** Null while the default holds, and for an account that is gone. */
  updatedByName: z.string().nullable(),
});
export type AdminSetting = z.infer<typeof adminSettingView>;

/** What an admin must confirm besides the settings. */
export const confirmationFacts = ['planPrices', 'privacyNotice'] as const;
export type ConfirmationFact = (typeof confirmationFacts)[number];
export type ConfirmationPoint = SettingKey | ConfirmationFact;

/** Everything that only the owner can say to be right. */
export const confirmationPoints: readonly ConfirmationPoint[] = [
  ...settingKeys.filter((key) => settingDefinitions[key].adminShouldConfirm),
  ...confirmationFacts,
];

export const confirmPointInput = z.object({
  point: z.enum([...settingKeys, ...confirmationFacts], { error: 'Unknown point' }),
  confirmed: z.boolean(),
});

/** A line of the box "To confirm". */
export const confirmationPointView = z.object({
  point: z.enum([...settingKeys, ...confirmationFacts]),
  /** Null while it waits for the owner. */
  confirmedAt: z.string().nullable(),
  confirmedByName: z.string().nullable(),
});
export type ConfirmationPointView = z.infer<typeof confirmationPointView>;
