import { expect, it } from 'vitest';
import { fillTemplate, replyTemplateTexts, unfilledPlaceholder } from './reply-templates.ts';

const values = {
  '{name}': 'Ada $& Byron',
  '{topic}': 'Billing',
  '{date}': '20 Nov 2026',
  '{academy}': 'River School',
  '{me}': 'Olive Owner',
};

it('fillTemplate replaces each placeholder and leaves other braces as they are', () => {
  expect(fillTemplate('Hello {name} and {name}, {x} {academy}', values)).toBe(
    'Hello Ada $& Byron and Ada $& Byron, {x} River School',
  );
});

it('unfilledPlaceholder finds a known placeholder and ignores other braces', () => {
  expect(unfilledPlaceholder('Dear {x}, regards {me}')).toBe('{me}');
  expect(unfilledPlaceholder('Dear {x}')).toBeUndefined();
});

it('the error for an unknown placeholder lists the known ones', () => {
  const problem = replyTemplateTexts.safeParse({ title: 'Hello', body: 'Dear {firstName}' }).error;
  expect(problem?.issues[0]?.message).toBe(
    '{firstName} is not a placeholder. Use {name}, {topic}, {date}, {academy}, {me}.',
  );
});
