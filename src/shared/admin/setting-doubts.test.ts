import { expect, it } from 'vitest';
import { settingDoubts } from './setting-doubts.ts';

it('settingDoubts warns of unusual values only', () => {
  expect(settingDoubts({ minimumAge: 18, reviewHoursTo: 72, supportEmail: 'help@example.test' })).toEqual([]);
  expect(settingDoubts({ minimumAge: 16, reviewHoursTo: 240, requireAdminTwoFactor: false })).toEqual([
    'People could register from the age of 16.',
    'Students would wait up to 10 days for their identity review.',
    'Admins could log in with nothing but a password.',
  ]);
});
