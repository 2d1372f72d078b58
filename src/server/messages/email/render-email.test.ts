import { describe, expect, it } from 'vitest';
import { renderEmail } from './render-email.ts';

const letterTo = (firstName: string) =>
  renderEmail({ subject: 'Confirm your email', firstName, paragraphs: ['Please confirm.'] });

describe('the greeting', () => {
  it.each(['Dana', 'Anne-Marie', 'J.R.', 'Élodie', "O'Neil", '王小明', 'Dr. Ada'])(
    'names %s',
    (firstName) => {
      expect(letterTo(firstName).text).toContain(`Hello ${firstName},`);
    },
  );

  it('names nobody who has no first name', () => {
    expect(letterTo('').text).toMatch(/^Hello,\n/);
  });

  // A stranger's address can be registered with any name, and the academy's own mail would carry it there.
  it.each([
    'https://evil.example/prize',
    'Win at evil.example now',
    'www.evil.example',
    'evil.example',
    'пример.рф',
    'write to me@evil.example',
    '//evil',
    'mailto:x',
  ])('does not carry the address in %s', (firstName) => {
    const { text, html } = letterTo(firstName);
    for (const body of [text, html]) {
      expect(body).toContain('Hello,');
      expect(body).not.toMatch(/evil|пример|mailto/);
    }
  });

  it('is text, whatever stands in it', () => {
    const { html } = letterTo('<img src=x onerror=alert(1)>');
    expect(html).not.toContain('<img');
  });
});
