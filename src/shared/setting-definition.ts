import { z } from 'zod';

export const settingGroups = [
  'look',
  'company',
  'links',
  'contact',
  'claims',
  'legal',
  'review',
  'files',
  'hands',
  'coaching',
  'security',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

export type SettingDefinition<Value> = {
  schema: z.ZodType<Value>;
  default: Value;
  /** A different default in production. */
  productionDefault?: Value;
  label: string;
  group: SettingGroup;
  /** The default is an assumption that only an admin can confirm. Listed under "To confirm". */
  adminShouldConfirm: boolean;
  /** Included in each page for visitors. */
  public: boolean;
};

/** A setting that is not included in pages for visitors. An admin should confirm its default. */
export function ownSetting<Value>(
  group: SettingGroup,
  label: string,
  schema: z.ZodType<Value>,
  value: Value,
): SettingDefinition<Value> {
  return { schema, default: value, label, group, adminShouldConfirm: true, public: false };
}

export const wholeNumber = (from: number, to: number) => {
  const message = `Enter a whole number from ${from} to ${to}`;
  return z.int({ error: message }).min(from, message).max(to, message);
};

export const onOff = z.boolean({ error: 'Choose on or off' });
