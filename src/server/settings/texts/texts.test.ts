import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pageTexts } from '../../../shared/site-texts/page-texts.ts';
import { auditEntries } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';

const test = setUpTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await test.createUser({ role: 'admin', firstName: 'Olive', lastName: 'Owner' });
});
beforeEach(async () => {
  await test.deps.db.deleteFrom('site_texts').execute();
});

const save = (...texts: { key: string; value: string; version: number }[]) =>
  test.caller(admin).admin.texts.save({ texts });
const readTexts = () => test.caller(null).settings.texts();
const heroTitle = (value: string, version = 0) => ({ key: 'heroTitle', value, version });

describe('the texts of the academy', () => {
  it('a text is the original until an admin changes it, and again after the admin restores the original', async () => {
    expect(await readTexts()).toEqual({});
    expect(await save(heroTitle('  Play better poker '))).toMatchObject([
      { key: 'heroTitle', value: 'Play better poker', version: 1, changedByName: 'Olive Owner' },
    ]);
    expect(await readTexts()).toEqual({ heroTitle: 'Play better poker' });

    const original = pageTexts.heroTitle.original;
    expect(await save(heroTitle(original, 1))).toMatchObject([{ value: original, changedAt: null }]);
    expect(await readTexts()).toEqual({});
    const versions = await test.deps.db.selectFrom('site_texts').select(['version', 'value']).execute();
    expect(versions).toEqual([
      { version: 1, value: 'Play better poker' },
      { version: 2, value: null },
    ]);
    const audit = await auditEntries(test, { subject_id: 'heroTitle' });
    expect(audit.map(({ action, actor_id, details }) => ({ action, actor_id, details }))).toEqual([
      { action: 'site_text.changed', actor_id: admin.userId, details: { version: 1 } },
      { action: 'site_text.reset', actor_id: admin.userId, details: { version: 2 } },
    ]);
  });

  it('a text is not overwritten by an admin who has read an earlier version of it', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => save(heroTitle(`Headline ${index}`))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected.map(({ reason }) => reason.cause?.code)).toEqual(Array(9).fill('conflict'));
    // If the version of one text is outdated, no text of the call is saved.
    await expect(
      save(heroTitle('Late'), { key: 'heroNote', value: 'Note', version: 0 }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(Object.keys(await readTexts())).toEqual(['heroTitle']);
  });

  it('texts are validated, with an error message for each field', async () => {
    await expect(save(heroTitle(''), { key: 'saleLaw', value: 'No law', version: 0 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: {
        fields: {
          heroTitle: 'Enter text, or go back to the original text',
          saleLaw: expect.stringContaining('Keep {law}'),
        },
      },
    });
    await expect(save({ key: 'nothing', value: 'x', version: 0 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(test.caller(admin).admin.texts.list({ keys: ['nothing'] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await readTexts()).toEqual({});
  });

  it('a text that is saved unchanged gets no new version', async () => {
    await save(heroTitle('Play'));
    expect(await save(heroTitle('Play', 1))).toMatchObject([{ version: 1 }]);
  });
});

describe('the text of an email', () => {
  const changed = (part: string, value: string) => ({ key: `email.verify_email.${part}`, value, version: 0 });
  const newest = () =>
    test.deps.db
      .selectFrom('mail_messages')
      .select(['subject', 'body_text', 'body_html'])
      .where('kind', '=', 'verify_email')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();

  it('is sent as the admin changed it, with HTML escaped, the link, and the academy’s name and color', async () => {
    await save(
      changed('subject', 'One click & you are in'),
      changed('body', 'Welcome.\n\nFour < five, and here is your link.'),
      changed('closing', ''),
    );
    await test.caller(admin).admin.settings.update([{ key: 'palette', value: 'plum' }]);
    const student = await test.createUser({ firstName: 'Maren' });
    await test.caller(student).security.requestEmailVerification();
    const { subject, body_text, body_html } = await newest();
    expect(subject).toBe('One click & you are in');
    expect(body_text).toMatch(
      /^Hello Maren,\n\nWelcome\.\n\nFour < five, and here is your link\.\n\nVerify my email: http\S+\n\nPoker Academy$/,
    );
    expect(body_html).toContain('Four &#60; five');
    expect(body_html).toContain('background:#79346c');
    // The placeholder for the color of links and buttons has been replaced.
    expect(body_html).not.toContain('#academy');
  });

  it('can be changed only with recent authentication, unlike the text of a page', async () => {
    const stale = { ...admin, confirmedAt: '2020-01-01T00:00:00Z' };
    const saveStale = (text: { key: string; value: string; version: number }) =>
      test.caller(stale).admin.texts.save({ texts: [text] });
    await expect(saveStale(changed('subject', 'Hello'))).rejects.toMatchObject({
      cause: { code: 'step_up_required' },
    });
    expect(await saveStale(heroTitle('Hello'))).toMatchObject([{ version: 1 }]);
  });
});
