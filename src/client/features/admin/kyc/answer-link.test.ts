import { expect, it } from 'vitest';
import { answerLink } from './answer-link.ts';

it('answerLink names the recipient and quotes the message', () => {
  const link = answerLink({
    email: 'ann@example.test',
    name: 'Ann',
    topic: 'privacy',
    message: 'First line\nSecond',
  });
  expect(link).toMatch(/^mailto:ann@example\.test\?subject=Re%3A%20Privacy%20request&body=/);
  expect(decodeURIComponent(link)).toContain('Ann wrote:\r\n> First line\n> Second');
});

it('answerLink does not let input add a header or a recipient', () => {
  const link = answerLink({
    email: 'a&bcc=x@example.test',
    name: 'Ann&cc=you@example.test',
    topic: 'general',
    message: `?bcc=all@example.test&to=b ${'😀'.repeat(900)}`,
  });
  expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
  expect(new URL(link).pathname).toBe('a%26bcc%3Dx@example.test');
});
