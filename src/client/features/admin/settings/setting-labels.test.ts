import { describe, expect, it } from 'vitest';
import { confirmationPoints, settingDefinitions, settingKeys } from '../../../../shared/settings.ts';
import {
  ownerPointLabels,
  settingChoices,
  settingProblem,
  settingValueText,
  typedSettingValue,
} from './setting-labels.ts';

describe('settings as they are typed', () => {
  it.each(settingKeys)('%s: the default, typed, is right and stays itself', (key) => {
    const initial = settingDefinitions[key].default;
    if (typeof initial === 'boolean') return;
    expect(typedSettingValue(key, String(initial))).toBe(initial);
    expect(settingProblem(key, String(initial))).toBeUndefined();
  });

  it('says how to mend what is wrong, and takes no empty number for 0', () => {
    expect(settingProblem('reviewHoursTo', '')).toBe('Enter a whole number from 1 to 720');
    expect(settingProblem('reviewHoursTo', '2.5')).toBe('Enter a whole number from 1 to 720');
    expect(settingProblem('discordUrl', 'javascript:alert(1)')).toBe(
      'Enter an address that starts with https://',
    );
    expect(settingProblem('discordUrl', ' ')).toBeUndefined();
  });

  it('offers a word for the default of each list', () => {
    for (const key of settingKeys) {
      const choices = settingChoices(key);
      if (choices) expect(choices.map(({ value }) => value)).toContain(settingDefinitions[key].default);
    }
    expect(settingValueText('kycGate', 'off')).toBe('Nothing');
    expect(settingValueText('discordUrl', '')).toBe('Empty');
  });

  it('has words for every point that the owner confirms', () => {
    for (const point of confirmationPoints) expect(ownerPointLabels(point, []).label).not.toBe('');
  });
});
