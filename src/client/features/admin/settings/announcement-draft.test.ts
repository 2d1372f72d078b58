import { expect, it } from 'vitest';
import { announcementDraftSchema, localDateTime, newAnnouncementDraft } from './announcement-draft.ts';

const now = new Date('2026-11-21T15:30:45Z');

it('the draft of a new announcement is for everyone, starts now and ends a day later, and is parsed with these times', () => {
  const draft = { ...newAnnouncementDraft(now), message: ' We rest ' };
  expect(new Date(draft.startsAt).getTime()).toBe(Date.parse('2026-11-21T15:30:00Z'));
  const parsed = announcementDraftSchema.parse(draft);
  expect(parsed).toMatchObject({
    message: 'We rest',
    audience: 'everyone',
    startsAt: '2026-11-21T15:30:00.000Z',
    endsAt: '2026-11-22T15:30:00.000Z',
  });
  expect(localDateTime(new Date(parsed.startsAt))).toBe(draft.startsAt);
});

it.each([
  ['startsAt', { startsAt: '' }],
  ['endsAt', { endsAt: '2020-01-01T00:00' }],
  ['linkPath', { linkPath: 'https://evil.example', linkLabel: 'Here' }],
  ['message', { message: '' }],
] as const)('a draft with an invalid %s has an error at this field', (field, wrong) => {
  const parsed = announcementDraftSchema.safeParse({
    ...newAnnouncementDraft(now),
    message: 'We rest',
    ...wrong,
  });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toContain(field);
});
