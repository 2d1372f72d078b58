import { describe, expect, it } from 'vitest';
import { forLeavingAccount, forSuspendedAccount, htmlOfText, renderEmail } from './render-email.ts';

const renderFor = (firstName: string) =>
  renderEmail({ subject: 'Confirm your email', firstName, paragraphs: ['Please confirm.'] });

describe('the greeting of an email', () => {
  it.each(['Dana', 'Anne-Marie', 'J.R.', 'Élodie', "O'Neil", '王小明', 'Dr. Ada'])(
    'includes the name %s',
    (firstName) => {
      expect(renderFor(firstName).text).toContain(`Hello ${firstName},`);
    },
  );

  it('omits an empty first name', () => {
    expect(renderFor('').text).toMatch(/^Hello,\n/);
  });

  // Anyone can register with another person's email address and any name.
  // The academy then sends an email with this name to that person.
  it.each([
    'https://evil.example/prize',
    'Win at evil.example now',
    'www.evil.example',
    'evil.example',
    'пример.рф',
    'write to me@evil.example',
    '//evil',
    'mailto:x',
  ])('omits a name that contains a link: %s', (firstName) => {
    const { text, html } = renderFor(firstName);
    for (const body of [text, html]) {
      expect(body).toContain('Hello,');
      expect(body).not.toMatch(/evil|пример|mailto/);
    }
  });

  it('escapes the name in HTML', () => {
    const { html } = renderFor('<img src=x onerror=alert(1)>');
    expect(html).not.toContain('<img');
  });
});

describe('the body of an email', () => {
  it('escapes user input and loads no external resources', () => {
    const { text, html } = renderEmail({
      subject: 'A <b>',
      firstName: '<img src=x onerror=alert(1)>',
      paragraphs: ['a & b'],
      action: { label: '"Go"', url: 'https://academy.example/?a=1&b="2"' },
      facts: [['Label', '<script>']],
    });
    expect(text).toContain('Hello <img src=x onerror=alert(1)>,');
    expect(html).not.toMatch(/<img|<script|<b>|"2"/);
    expect(html).not.toMatch(/<[^>]*\ssrc=|<link|@import|url\(/);
  });

  it('keeps the lines of a detail, such as the steps of a homework', () => {
    const facts = [['Homework', '1. Watch the lesson\n2. Mark three hands']] as const;
    const { text, html } = renderEmail({ subject: 'Homework', firstName: '', paragraphs: [], facts });
    expect(text).toContain('Homework: 1. Watch the lesson\n2. Mark three hands');
    expect(html).toContain('1. Watch the lesson<br>2. Mark three hands');
  });

  it('turns the URLs in a plain text into links, without a trailing period', () => {
    const html = htmlOfText('Subject', 'See https://academy.example/a?b=1&c=2.\nNext line');
    expect(html).toContain('href="https://academy.example/a?b=1&#38;c=2"');
    expect(html).toContain('</a>.<br>Next line');
  });
});

describe('an email to a suspended account', () => {
  const action = { label: 'Read the terms', url: 'https://academy.example/terms' };
  const template = { text: 'legal_notice', firstName: 'Dana', facts: [['Date', 'Today']] } as const;

  it('links only to pages that can be opened without logging in', () => {
    const isPublic = { ...template, action: { ...action, isPublic: true as const } };
    expect(forSuspendedAccount(isPublic)).toEqual(isPublic);
    expect(forSuspendedAccount({ ...template, action })).toEqual({
      ...template,
      facts: [...template.facts, ['Account', 'Suspended, so you cannot log in. Write to us instead.']],
    });
  });
});

it('an email to an account that is about to be deleted names the day instead of a page that requires a login', () => {
  const action = { label: 'Your payments', url: 'https://academy.example/billing' };
  const template = { text: 'legal_notice', firstName: 'Dana' } as const;
  expect(forLeavingAccount({ ...template, action }, '9 Mar 2028')).toEqual({
    ...template,
    facts: [
      ['Account', 'Will be deleted on 9 Mar 2028, unless you use the link in our email about the deletion.'],
    ],
  });
  const isPublic = { ...template, action: { ...action, isPublic: true as const } };
  expect(forLeavingAccount(isPublic, '9 Mar 2028')).toEqual(isPublic);
});
