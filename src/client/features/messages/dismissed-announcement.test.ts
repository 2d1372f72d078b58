import { expect, it, vi } from 'vitest';
import type { Announcement } from '../../../shared/messages/announcements.ts';
import { storeDismissed, wasDismissed } from './dismissed-announcement.ts';

const announcement: Announcement = {
  id: '5f0f8f0e-0000-4000-8000-000000000000',
  version: 1,
  message: 'We rest on Sunday',
  link: null,
  tone: 'info',
};

function memory() {
  const stored = new Map<string, string>();
  return () => ({
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
}

it('an announcement stays dismissed until it is changed', () => {
  const openStorage = memory();
  expect(wasDismissed(announcement, openStorage)).toBe(false);
  storeDismissed(announcement, openStorage);
  expect(wasDismissed(announcement, openStorage)).toBe(true);
  expect(wasDismissed({ ...announcement, version: 2 }, openStorage)).toBe(false);
});

it('without storage the announcement is shown, and dismissing it does not fail', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const openBlocked = () => {
    throw new Error('SecurityError');
  };
  expect(wasDismissed(announcement, openBlocked)).toBe(false);
  storeDismissed(announcement, openBlocked);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
