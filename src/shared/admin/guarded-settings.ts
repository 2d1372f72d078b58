import { type SettingKey, settingDefinitions } from '../settings.ts';

/** Guarded settings outside of the group "security". */
const guarded: readonly SettingKey[] = [
  'minimumAge',
  'documentRetentionDays',
  'kycGate',
  'supportEmail',
  'desktopAppUrl',
];

/**
 * Whether a change of the setting requires recent authentication, because it could help somebody who stole a session.
 */
export function isGuardedSetting(key: SettingKey): boolean {
  return settingDefinitions[key].group === 'security' || guarded.includes(key);
}
