import { type SettingKey, settingDefinitions } from '../settings.ts';

/** Beside the group "security": identity documents, who may buy, where students' messages go, and a program that they run. */
const guarded: readonly SettingKey[] = [
  'minimumAge',
  'documentRetentionDays',
  'kycGate',
  'supportEmail',
  'desktopAppUrl',
];

/** Whether somebody with a stolen session could do harm by this setting: it asks for a proof of identity. */
export function isGuardedSetting(key: SettingKey): boolean {
  return settingDefinitions[key].group === 'security' || guarded.includes(key);
}
