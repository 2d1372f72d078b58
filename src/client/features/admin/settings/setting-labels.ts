import {
  type AdminSetting,
  type ConfirmationFact,
  type ConfirmationPoint,
  confirmationFacts,
  type SettingGroup,
  type SettingKey,
  settingDefinitions,
} from '../../../../shared/settings.ts';

export type SettingValue = AdminSetting['value'];

export const groupLabels: Record<SettingGroup, { title: string; note: string }> = {
  look: {
    title: 'Logo and colors',
    note: 'The logo stands on every page; the colors are also those of emails.',
  },
  company: {
    title: 'Who stands behind it',
    note: 'Shown on the landing page, in the footer, in the legal texts and on receipts. An empty line is not shown.',
  },
  links: { title: 'Links', note: 'While one is empty, its button says “Coming soon”.' },
  contact: { title: 'Name and contact', note: 'An empty address or number is not shown.' },
  claims: { title: 'Claims', note: 'What the public pages say about the academy.' },
  legal: { title: 'Legal', note: 'Named in the Terms of Service and in the privacy policy.' },
  review: {
    title: 'Identity review',
    note: 'What students are promised, and how long identity documents stay.',
  },
  files: { title: 'Files', note: 'What students download.' },
  hands: {
    title: 'Hands',
    note: 'How many hands of their own students may store. A lower limit deletes nothing.',
  },
  security: { title: 'Security', note: 'Who may log in how, who may buy, and who sees identity documents.' },
};

const hints: Partial<Record<SettingKey, string>> = {
  useRealNumbers:
    'Members and students are counted, and the success rate is hidden, because nobody measures it. The rest stays as written.',
  statementDescriptor: 'As Stripe prints it on card statements: set the same there.',
  askWithdrawalWaiver:
    'Buyers in the European Union may withdraw within 14 days, unless they tick a box on the payment page. Enter the address of your terms in your Stripe account first.',
  automaticTax:
    'Register for tax first, and finish Stripe Tax in your Stripe account: without it no payment page opens. Prices stay as they are, with the tax in them. Memberships that run already are taxed only after a new checkout.',
  coaches: 'One coach a line: the name, a colon, and a sentence or two.',
  answerHours: 'Promised beside the contact form and each refund request.',
  supportEmail: 'Messages of the contact form go here; while it is empty, to every admin.',
  reviewHoursTo: 'Applications older than this turn red, and their students get an apology.',
  documentRetentionDays: 'After this the pictures are erased. The decision and its dates stay.',
  unclaimedUploadHours:
    'Papers of registrations that were not finished, and product files that were not saved.',
  kycGate: 'Nothing, as both documents say, until you choose otherwise.',
  stampPdfs:
    'Name, masked email, order and date stand small at the bottom of each page. Files that cannot be stamped go out as they are.',
  passwordPolicy: 'Strict requires 12 characters and rejects common passwords.',
  requireAdminTwoFactor: 'Admins without one can do nothing until they set it up.',
  studentsSeeOwnPapers:
    'On the page of their identity review, after their password. While this is off, Download My Data gives them a copy.',
};
export const settingHint = (key: SettingKey): string | undefined => hints[key];

const choices: Partial<Record<SettingKey, readonly { value: string; label: string }[]>> = {
  kycGate: [
    { value: 'off', label: 'Nothing' },
    { value: 'purchases', label: 'Every purchase' },
  ],
  passwordPolicy: [
    { value: 'standard', label: 'Standard' },
    { value: 'strict', label: 'Strict' },
  ],
};
/** The choices of an enumerated setting. */
export const settingChoices = (key: SettingKey) => choices[key];

/** Whether the setting has multiple lines. */
export const hasLines = (key: SettingKey) => key === 'coaches';

/** The value as shown in the list and beside the default. */
export function settingValueText(key: SettingKey, value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (value === '') return 'Empty';
  return choices[key]?.find((choice) => choice.value === value)?.label ?? String(value);
}

/** The typed text converted to the setting's type. An empty text is not a number. */
export function typedSettingValue(key: SettingKey, typed: string): SettingValue {
  if (typeof settingDefinitions[key].default !== 'number') return typed.trim();
  return typed.trim() === '' ? Number.NaN : Number(typed);
}

/** @returns how to correct the value; undefined when it is valid */
export function settingProblem(key: SettingKey, typed: string): string | undefined {
  const parsed = settingDefinitions[key].schema.safeParse(typedSettingValue(key, typed));
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? 'Enter another value');
}

export const settingControlId = (key: SettingKey) => `setting-${key}`;

const factLabels: Record<ConfirmationFact, { label: string; text: string; controlId: string }> = {
  planPrices: {
    label: 'Membership prices',
    text: 'What is charged and the list price of the overview differ. Both came with the order.',
    controlId: 'plan-amounts',
  },
  privacyNotice: {
    label: 'Privacy policy',
    text: 'It names advertising partners and logs that this academy does not use, and a privacy notice must match reality. Have it checked before you open.',
    controlId: '',
  },
};

function isFact(point: ConfirmationPoint): point is ConfirmationFact {
  return confirmationFacts.some((fact) => fact === point);
}

/** Name and status of a confirmation point, and the id of its control (empty if it is on another page). */
export function ownerPointLabels(
  point: ConfirmationPoint,
  settings: readonly AdminSetting[],
): { label: string; text: string; controlId: string } {
  if (isFact(point)) return factLabels[point];
  const setting = settings.find(({ key }) => key === point);
  return {
    label: settingDefinitions[point].label,
    text: setting ? settingValueText(point, setting.value) : '',
    controlId: settingControlId(point),
  };
}
