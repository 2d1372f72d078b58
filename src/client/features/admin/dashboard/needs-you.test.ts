import { expect, it } from 'vitest';
import { deadlineText } from './needs-you.tsx';

it('a deadline within two days is shown in hours', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(deadlineText('2026-11-20T12:59:00Z', now)).toBe('Due within the hour');
  expect(deadlineText('2026-11-20T13:00:00Z', now)).toBe('Due in 1 h');
  expect(deadlineText('2026-11-22T11:59:00Z', now)).toBe('Due in 47 h');
  expect(deadlineText('2026-11-22T12:00:00Z', now)).toBe('Next due 22 Nov 2026');
});
