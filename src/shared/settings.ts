import { z } from 'zod';
import { limits } from './limits.ts';
import { type MembershipSettings, membershipSettings } from './membership-settings.ts';
import { paletteKeys } from './palettes.ts';
import {
  onOff,
  ownSetting,
  type SettingDefinition,
  type SettingGroup,
  settingGroups,
  wholeNumber,
} from './setting-definition.ts';
import { youtubeVideoId } from './shop/video-id.ts';
import { kycGates, type SiteSettings, siteSettingsDefaults } from './site-settings.ts';
import {
  emailSchema,
  httpsUrl,
  optionalLine,
  optionalText,
  phoneSchema,
  requiredLine,
  timeZoneSchema,
} from './text-schemas.ts';

export type Settings = SiteSettings &
  MembershipSettings & {
    minimumAge: number;
    /**
     * IANA name. A legal text takes effect at midnight in this zone. Dates in messages about granted memberships are in
     * this zone.
     */
    timeZone: string;
    passwordPolicy: 'standard' | 'strict';
    requireAdminTwoFactor: boolean;
    /** Shows the real numbers of members and students, and hides the success rate and the live sessions. */
    useRealNumbers: boolean;
    /** Stamps each page of a downloaded PDF with the name of the user who downloads it. */
    stampPdfs: boolean;
    /** Payment pages ask buyers to agree to immediate access and the loss of their right of withdrawal. */
    askWithdrawalWaiver: boolean;
    /** Stripe calculates the tax included in the price of each payment. */
    automaticTax: boolean;
    /** Students may open the images of their own identity documents (“papers” in the key, which is stored). */
    studentsSeeOwnPapers: boolean;
  };
export type SettingKey = keyof Settings;

const videoUrl = z
  .string({ error: 'Enter the address of a YouTube video' })
  .trim()
  .max(2_000, 'This address is too long')
  .refine(
    (text) => text === '' || youtubeVideoId(text) !== undefined,
    'Enter the address of a YouTube video, such as https://youtu.be/…',
  );

/** Applies the schema to non-empty text only. */
const orEmpty = (schema: z.ZodType<string>, message: string) =>
  z
    .string({ error: message })
    .trim()
    .refine((text) => text === '' || schema.safeParse(text).success, message);

/** The text that Stripe prints on card statements: 5 to 22 allowed characters, at least one of them a letter. */
const descriptor = requiredLine('The statement descriptor is required', 22)
  .refine((text) => text.length >= 5, 'Use at least 5 characters')
  .refine(
    (text) => !/[<>\\'"*]/.test(text) && /[A-Za-z]/.test(text),
    'Use letters and digits, without < > \\ \' " *',
  );

const claim = requiredLine('Enter what the page should say', 30);
const place = requiredLine('Name the country or state', 80);

type SiteEntry<Value> = Pick<SettingDefinition<Value>, 'schema' | 'label' | 'group'> & {
  adminShouldConfirm?: false;
};
function site<Key extends keyof SiteSettings>(
  key: Key,
  entry: SiteEntry<SiteSettings[Key]>,
): SettingDefinition<SiteSettings[Key]> {
  return { adminShouldConfirm: true, ...entry, default: siteSettingsDefaults[key], public: true };
}
function link(key: keyof SiteSettings & `${string}Url`, label: string): SettingDefinition<string> {
  return site(key, { schema: httpsUrl(), label, group: 'links' });
}
function claimed(key: keyof SiteSettings & `claim${string}`, label: string): SettingDefinition<string> {
  // An admin should confirm each claim, because it may be unproven.
  return site(key, { schema: claim, label, group: 'claims' });
}

const offByDefault = (label: string, group: SettingGroup) => ownSetting(group, label, onOff, false);

export const settingDefinitions: { readonly [Key in SettingKey]: SettingDefinition<Settings[Key]> } = {
  academyName: site('academyName', {
    schema: requiredLine('The name is required', 60),
    label: 'Name of the academy',
    group: 'contact',
    adminShouldConfirm: false,
  }),
  palette: site('palette', {
    schema: z.enum(paletteKeys, { error: 'Choose one from the list' }),
    label: 'Colors',
    group: 'look',
    adminShouldConfirm: false,
  }),
  watchDemoUrl: link('watchDemoUrl', 'Demo video'),
  tutorialVideoUrl: site('tutorialVideoUrl', {
    schema: videoUrl,
    label: 'Tutorial video (YouTube)',
    group: 'links',
  }),
  desktopAppUrl: link('desktopAppUrl', 'Play-money client download'),
  discordUrl: link('discordUrl', 'Discord invitation'),
  whatsappUrl: link('whatsappUrl', 'WhatsApp group'),
  telegramUrl: link('telegramUrl', 'Telegram channel'),
  companyName: site('companyName', {
    schema: optionalLine('Enter one line', 120),
    label: 'Company name',
    group: 'company',
  }),
  companyAddress: site('companyAddress', {
    schema: optionalLine('Enter one line', 200),
    label: 'Company address',
    group: 'company',
  }),
  companyRegistration: site('companyRegistration', {
    schema: optionalLine('Enter one line', 120),
    label: 'Registration or tax number',
    group: 'company',
  }),
  coaches: site('coaches', {
    schema: optionalText(2_000).refine(
      (text) => text.split('\n').every((line) => line.trim() === '' || /^[^:]{1,80}:\s*\S/.test(line.trim())),
      'Write one coach per line, such as "Ana Silva: coaches cash games since 2015"',
    ),
    label: 'Coaches',
    group: 'company',
  }),
  answerHours: site('answerHours', {
    schema: wholeNumber(1, 720),
    label: 'Messages and refund requests are answered within (hours)',
    group: 'contact',
  }),
  supportEmail: site('supportEmail', {
    schema: orEmpty(emailSchema, 'Enter an email such as name@example.com'),
    label: 'Support email',
    group: 'contact',
  }),
  supportPhone: site('supportPhone', {
    schema: orEmpty(phoneSchema, 'Enter a phone number such as +1 555 010 0199'),
    label: 'Support phone',
    group: 'contact',
  }),
  statementDescriptor: site('statementDescriptor', {
    schema: descriptor,
    label: 'Name on card statements',
    group: 'legal',
  }),
  claimMembers: claimed('claimMembers', 'Community members'),
  claimStudents: claimed('claimStudents', 'Students trained'),
  claimSuccessRate: claimed('claimSuccessRate', 'Success rate'),
  claimSupport: claimed('claimSupport', 'Hours of support'),
  claimLiveSessions: claimed('claimLiveSessions', 'Live sessions'),
  useRealNumbers: offByDefault('Use real numbers', 'claims'),
  salesTermsLaw: site('salesTermsLaw', {
    schema: place,
    label: 'Governing law for charges, refunds and disputes',
    group: 'legal',
  }),
  siteTermsLaw: site('siteTermsLaw', {
    schema: place,
    label: 'Governing law for privacy and site use',
    group: 'legal',
  }),
  timeZone: ownSetting(
    'legal',
    'Time zone of the academy',
    timeZoneSchema('Enter a time zone such as Europe/Amsterdam'),
    'UTC',
  ),
  askWithdrawalWaiver: offByDefault('Buyers give up their right of withdrawal', 'legal'),
  automaticTax: offByDefault('Stripe calculates sales tax and VAT', 'legal'),
  reviewHoursFrom: site('reviewHoursFrom', {
    schema: wholeNumber(1, 720),
    label: 'Identity review takes at least (hours)',
    group: 'review',
  }),
  reviewHoursTo: site('reviewHoursTo', {
    schema: wholeNumber(1, 720),
    label: 'Identity review takes at most (hours)',
    group: 'review',
  }),
  minimumAge: ownSetting('review', 'Minimum age', wholeNumber(limits.minimumAgeYears, 99), 18),
  documentRetentionDays: site('documentRetentionDays', {
    schema: wholeNumber(1, 3_650),
    label: 'Keep identity documents after the decision (days)',
    group: 'review',
  }),
  unclaimedUploadHours: site('unclaimedUploadHours', {
    // The minimum is above one hour, because an upload for a registration can be used for one hour.
    schema: wholeNumber(2, 720),
    label: 'Hours until unused uploads are deleted',
    group: 'review',
  }),
  kycGate: site('kycGate', {
    schema: z.enum(kycGates, { error: 'Choose one from the list' }),
    label: 'What requires an approved identity',
    group: 'review',
  }),
  stampPdfs: offByDefault('Stamp PDFs with the reader’s name', 'files'),
  ...membershipSettings,
  passwordPolicy: ownSetting(
    'security',
    'Password rules',
    z.enum(['standard', 'strict'], { error: 'Choose one from the list' }),
    'standard',
  ),
  requireAdminTwoFactor: {
    ...offByDefault('Admins need a second factor', 'security'),
    productionDefault: true,
  },
  studentsSeeOwnPapers: offByDefault('Students see their own identity documents', 'security'),
  requireVerifiedEmailAtCheckout: site('requireVerifiedEmailAtCheckout', {
    schema: onOff,
    label: 'Buying requires a verified email',
    group: 'security',
  }),
  dailyIsPublic: site('dailyIsPublic', {
    schema: onOff,
    label: 'Show the hand of the day to visitors without an account',
    group: 'coaching',
  }),
};

export const settingKeys = Object.keys(settingDefinitions) as [SettingKey, ...SettingKey[]];

export const siteSettingsView = z.object({
  academyName: z.string(),
  palette: z.enum(paletteKeys),
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
  unclaimedUploadHours: z.number(),
  kycGate: z.enum(kycGates),
  requireVerifiedEmailAtCheckout: z.boolean(),
  dailyIsPublic: z.boolean(),
}) satisfies z.ZodType<SiteSettings>;

const settingValue = z.union(
  [z.string().max(2_000, 'Please use at most 2000 characters'), z.number(), z.boolean()],
  { error: 'Enter a value' },
);

/** This schema accepts any value. The operation checks each value with the schema of its key. */
const settingChange = z.object({
  key: z.enum(settingKeys),
  value: settingValue,
  /** The value that the admin saw. If another admin has since saved a value other than `value`, nothing is saved. */
  before: settingValue.optional(),
});
export type SettingChange = z.infer<typeof settingChange>;

export const updateSettingsInput = z
  .array(settingChange)
  .min(1, 'Nothing was changed')
  .max(settingKeys.length);

/** A setting on the admin's settings page. */
export const adminSettingView = z.object({
  key: z.enum(settingKeys),
  label: z.string(),
  group: z.enum(settingGroups),
  value: settingValue,
  default: settingValue,
  adminShouldConfirm: z.boolean(),
  public: z.boolean(),
  /** Null while the default applies. */
  updatedAt: z.string().nullable(),
  /** Null while the default applies, and if the account of the admin was deleted. */
  updatedByName: z.string().nullable(),
});
export type AdminSetting = z.infer<typeof adminSettingView>;

/** Facts other than settings that an admin should confirm. */
export const confirmationFacts = ['planPrices', 'privacyNotice'] as const;
export type ConfirmationFact = (typeof confirmationFacts)[number];
export type ConfirmationPoint = SettingKey | ConfirmationFact;

/** Everything that an admin should confirm. */
export const confirmationPoints: readonly ConfirmationPoint[] = [
  ...settingKeys.filter((key) => settingDefinitions[key].adminShouldConfirm),
  ...confirmationFacts,
];

export const confirmPointInput = z.object({
  point: z.enum([...settingKeys, ...confirmationFacts], { error: 'Unknown point' }),
  confirmed: z.boolean(),
});

export const confirmationPointView = z.object({
  point: z.enum([...settingKeys, ...confirmationFacts]),
  /** Null until an admin confirms it. */
  confirmedAt: z.string().nullable(),
  confirmedByName: z.string().nullable(),
});
export type ConfirmationPointView = z.infer<typeof confirmationPointView>;
