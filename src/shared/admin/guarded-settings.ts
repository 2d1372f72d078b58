import { type SettingKey, settingDefinitions } from '../settings.ts';

/**
 * Guarded in addition to the group "security": identity documents, purchase rules, the support email, and the desktop
 * app that students install.
 */
const guarded: readonly SettingKey[] = [
  'minimumAge',
  'documentRetentionDays',
  'kycGate',
  'supportEmail',
  'desktopAppUrl',
];

/** Whether the setting requires a recent identity confirmation. With it, a stolen session could do harm. */
export function isGuardedSetting(key: SettingKey): boolean {
  return settingDefinitions[key].group === 'security' || guarded.includes(key);
}
