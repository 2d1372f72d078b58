import { expect, it, vi } from 'vitest';
import { jsonStorage } from './browser-storage.ts';

it('without storage, as in some private windows, nothing is read, and each write and removal logs a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const storage = jsonStorage(() => {
    throw new Error('SecurityError');
  });
  expect(storage.read('speed')).toBeNull();
  storage.write('speed', 2);
  storage.remove('speed');
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});
