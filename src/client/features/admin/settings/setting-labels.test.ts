import { describe, expect, it } from 'vitest';
import { confirmationPoints, settingDefinitions, settingKeys } from '../../../../shared/settings.ts';
import {
  ownerPointLabels,
  settingChoices,
  settingProblem,
  settingValueText,
  typedSettingValue,
} from './setting-labels.ts';

describe('typed settings', () => {
  it.each(settingKeys)('setting %s: the typed default is valid and unchanged', (key) => {
    const initial = settingDefinitions[key].default;
    if (typeof initial === 'boolean') return;
    expect(typedSettingValue(key, String(initial))).toBe(initial);
    expect(settingProblem(key, String(initial))).toBeUndefined();
  });

  it('an invalid setting says how to correct it, and an empty number is not 0', () => {
    expect(settingProblem('reviewHoursTo', '')).toBe('Enter a whole number from 1 to 720');
    expect(settingProblem('reviewHoursTo', '2.5')).toBe('Enter a whole number from 1 to 720');
    expect(settingProblem('discordUrl', 'javascript:alert(1)')).toBe(
      'Enter an address that starts with https://',
    );
    expect(settingProblem('discordUrl', ' ')).toBeUndefined();
  });

  it('the default of each choice setting has a label', () => {
    for (const key of settingKeys) {
      const choices = settingChoices(key);
      if (choices) expect(choices.map(({ value }) => value)).toContain(settingDefinitions[key].default);
    }
    expect(settingValueText('kycGate', 'off')).toBe('Nothing');
    expect(settingValueText('discordUrl', '')).toBe('Empty');
  });

  it('each confirmation point has a label', () => {
    for (const point of confirmationPoints) expect(ownerPointLabels(point, []).label).not.toBe('');
  });
});
