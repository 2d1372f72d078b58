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

/**
 * Whether a change of the setting requires recent authentication, because it would help the thief of a session.
 */
export function isGuardedSetting(key: SettingKey): boolean {
  return settingDefinitions[key].group === 'security' || guarded.includes(key);
}
