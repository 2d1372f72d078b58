import { describe, expect, it } from 'vitest';
import { settingChoices, settingValueText } from '../../../../shared/setting-values.ts';
import { settingDefinitions, settingKeys } from '../../../../shared/settings.ts';
import { settingProblem, typedSettingValue } from './setting-labels.ts';

describe('typed settings', () => {
  it.each(settingKeys)(
    'the default of %s, entered as text, is valid and is parsed as the same value',
    (key) => {
      const initial = settingDefinitions[key].default;
      expect(typedSettingValue(key, String(initial))).toBe(initial);
      expect(settingProblem(key, String(initial))).toBeUndefined();
    },
  );

  it('the error of an invalid setting says how to correct it, and an empty number does not count as 0', () => {
    expect(settingProblem('reviewHoursTo', '')).toBe('Enter a whole number from 1 to 720');
    for (const typed of ['2.5', '1.000', '1e2', '0x10', '24h']) {
      expect(settingProblem('reviewHoursTo', typed), typed).toBe('Enter a whole number from 1 to 720');
    }
    expect(settingProblem('reviewHoursTo', ' 24 ')).toBeUndefined();
    expect(settingProblem('discordUrl', 'javascript:alert(1)')).toBe(
      'Enter an address that starts with https://',
    );
    expect(settingProblem('discordUrl', ' ')).toBeUndefined();
  });

  it('the default of each choice setting is one of its choices, and values are shown as text', () => {
    for (const key of settingKeys) {
      const choices = settingChoices(key);
      if (choices) expect(choices.map(({ value }) => value)).toContain(settingDefinitions[key].default);
    }
    expect(settingValueText('kycGate', 'off')).toBe('Nothing');
    expect(settingValueText('discordUrl', '')).toBe('empty');
    expect(settingValueText('storedHandsGold', 5000)).toBe('5,000');
  });
});
