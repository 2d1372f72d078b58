import type { AdminSetting, SettingKey } from './settings.ts';

export type SettingValue = AdminSetting['value'];

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

/** The value in words, such as `on`, `5,000` or `Every purchase`. */
export function settingValueText(key: SettingKey, value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (value === '') return 'empty';
  return choices[key]?.find((choice) => choice.value === value)?.label ?? value;
}
