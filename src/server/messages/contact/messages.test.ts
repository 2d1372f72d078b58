import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMonths } from '../../../shared/time-zone.ts';
import { auditActions, changeUser } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { OutgoingEmail } from '../../platform/smtp.ts';
import { sendQueuedEmail } from '../email/email.operations.ts';
import { sweepMessages } from './contact.operations.ts';

const test = setUpTestApp();
let admin: TestUser;
let other: TestUser;
beforeAll(async () => {
  admin = await test.createUser({ role: 'admin', firstName: 'Olive', lastName: 'Marsh' });
  other = await test.createUser({ role: 'admin', firstName: 'Otto', lastName: 'Other' });
});
beforeEach(async () => {
  await test.deps.db.deleteFrom('contact_messages').execute();
});

const contact = (user: TestUser = admin) => test.caller(user).admin.contact;

async function write(
  topic: 'general' | 'privacy',
  message: string,
  writer: TestUser | null = null,
): Promise<string> {
  await test
    .caller(writer)
    .contact.send({ name: 'Ann', email: 'ann@example.test', topic, message, website: '' });
  const row = await test.deps.db
    .selectFrom('contact_messages')
    .select('id')
    .where('message', '=', message)
    .executeTakeFirstOrThrow();
  return row.id;
}

const repliesTo = (email: string) =>
  test.deps.db
    .selectFrom('mail_messages')
    .select(['id', 'subject', 'body_text', 'user_id'])
    .where('kind', '=', 'contact_reply')
    .where('to_address', '=', email)
    .execute();

const auditOf = (id: string) => auditActions(test, { subject_id: id });

describe('admin.contact.list', () => {
  it('lists waiting messages; for a privacy request, also when the request is due and whether it is overdue', async () => {
    const general = await write('general', 'A question about the sessions');
    const privacy = await write('privacy', 'Please send me all my data');
    const open = await contact().list({ filter: 'open' });
    expect(open.items.map(({ id }) => id)).toEqual([general, privacy]);
    expect(open).toMatchObject({ openCount: 2, overdueCount: 0, nextCursor: null });
    const requests = await contact().list({ filter: 'privacy' });
    expect(requests.items).toMatchObject([{ id: privacy, overdue: false, dueAt: expect.any(String) }]);

    await test.deps.db
      .updateTable('contact_messages')
      .set({ due_at: new Date(Date.now() - 1_000) })
      .where('id', '=', privacy)
      .execute();
    const listed = await contact().list({ filter: 'privacy' });
    expect(listed).toMatchObject({ overdueCount: 1, items: [{ overdue: true }] });
  });

  it.each(['open', 'privacy', 'all'] as const)(
    'with the filter “%s”, the next page follows even if the last message of the previous page was deleted',
    async (filter) => {
      const rows = Array.from({ length: 30 }, (_, minute) => ({
        name: 'Ann',
        email: 'ann@example.test',
        topic: 'privacy' as const,
        message: `Please send me all my data, ${minute}`,
        due_at: new Date(Date.UTC(2027, 0, 1, 0, minute)),
        created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
      }));
      await test.deps.db.insertInto('contact_messages').values(rows).execute();
      const first = await contact().list({ filter });
      const last = first.items.at(-1)?.id ?? '';
      await test.deps.db.deleteFrom('contact_messages').where('id', '=', last).execute();
      const second = await contact().list({ filter, cursor: first.nextCursor ?? '' });
      expect([first, second].map(({ items }) => items.length)).toEqual([25, 5]);
    },
  );

  it('an answered message no longer waits, but a privacy request waits until it is closed', async () => {
    const general = await write('general', 'A question about the plans');
    const privacy = await write('privacy', 'Please erase all my data');
    for (const id of [general, privacy]) {
      await contact().reply({ id, version: 1, body: 'We look into it.', close: false });
    }
    expect((await contact().list({ filter: 'open' })).items.map(({ id }) => id)).toEqual([privacy]);
    expect((await contact().list({ filter: 'answered' })).items).toHaveLength(2);
    await contact().setClosed({ id: privacy, closed: true });
    expect(await contact().list({ filter: 'open' })).toMatchObject({ items: [], openCount: 0 });
    expect((await contact().list({ filter: 'closed' })).items).toMatchObject([
      { id: privacy, state: 'closed', closedByName: 'Olive Marsh' },
    ]);
  });
});

describe('admin.contact.reply', () => {
  it('emails the writer, quotes the message, and stores the reply in the thread', async () => {
    const student = await test.createUser({ firstName: 'Ann', lastName: 'Lee' });
    const id = await write('general', 'First line\nSecond line', student);
    const thread = await contact().reply({ id, version: 1, body: 'Here is the answer.', close: true });
    expect(thread).toMatchObject({
      message: { state: 'closed', closedByName: 'Olive Marsh' },
      version: 2,
      account: { id: student.userId, name: 'Ann Lee', loggedIn: true },
      entries: [{ kind: 'reply', body: 'Here is the answer.', authorName: 'Olive Marsh', email: 'queued' }],
    });
    const [email] = (await repliesTo('ann@example.test')).filter(({ user_id }) => user_id === student.userId);
    expect(email?.subject).toBe('Re: General question');
    expect(email?.body_text).toContain('Here is the answer.');
    expect(email?.body_text).toMatch(/Ann wrote:\n> First line\n> Second line/);
    expect(await auditOf(id)).toEqual(['contact_message.replied']);
  });

  it('the email of a reply has the support email as its Reply-To', async () => {
    await test.caller(admin).admin.settings.update([{ key: 'supportEmail', value: 'help@example.test' }]);
    const id = await write('general', 'Where can I write to you?');
    await contact().reply({ id, version: 1, body: 'To our support.', close: false });
    const emails = await repliesTo('ann@example.test');
    const sent: OutgoingEmail[] = [];
    const last = emails.find(({ body_text }) => body_text.includes('To our support.'));
    await sendQueuedEmail(test.deps, async (email) => void sent.push(email), last?.id ?? '');
    expect(sent).toMatchObject([{ to: 'ann@example.test', replyTo: 'help@example.test' }]);
    await test.caller(admin).admin.settings.update([{ key: 'supportEmail', value: '' }]);
    expect((await contact().thread({ id })).entries).toMatchObject([{ email: 'sent' }]);
  });

  it('if two admins reply concurrently, one of them gets a conflict that names the other admin', async () => {
    const id = await write('general', 'Who answers me first?');
    const before = (await repliesTo('ann@example.test')).length;
    const outcomes = await Promise.allSettled(
      [admin, other].map((each) =>
        contact(each).reply({ id, version: 1, body: 'I do, and gladly.', close: false }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(String(rejected?.reason)).toMatch(/last reply is from (Olive Marsh|Otto Other)\. .* was not sent/);
    expect((await repliesTo('ann@example.test')).length).toBe(before + 1);
    expect((await contact().thread({ id })).entries).toHaveLength(1);
  });

  it('rejects a reply to a message that another admin has closed; the error names no admin', async () => {
    const id = await write('general', 'Is anybody there?');
    await contact(other).setClosed({ id, closed: true });
    const reply = contact().reply({ id, version: 1, body: 'Yes, we are.', close: false });
    await expect(reply).rejects.toThrow(/^This message has changed since you opened it\. Your reply was not/);
  });

  it('rejects a reply that still contains a placeholder', async () => {
    const id = await write('general', 'What is my name to you?');
    await expect(
      contact().reply({ id, version: 1, body: 'Hello {name}', close: false }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('the thread shows the account with the writer’s email, and whether the writer was logged in', async () => {
    const student = await test.createUser();
    await changeUser(test, student, { email: 'Ann@example.test' });
    const id = await write('privacy', 'Send me the data of this account');
    expect(await contact().thread({ id })).toMatchObject({
      account: { id: student.userId, loggedIn: false },
    });
  });
});

describe('admin.contact.addNote', () => {
  it('adds a note to a message without sending an email or changing the version of the message', async () => {
    const id = await write('general', 'Please call me back');
    const before = (await repliesTo('ann@example.test')).length;
    const thread = await contact(other).addNote({ id, body: 'Called, nobody answered' });
    expect(thread).toMatchObject({
      version: 1,
      message: { state: 'open' },
      entries: [{ kind: 'note', authorName: 'Otto Other', email: null }],
    });
    expect((await repliesTo('ann@example.test')).length).toBe(before);
    expect(await auditOf(id)).toEqual(['contact_message.noted']);
  });

  it('adds only one note if 20 concurrent requests send the note with the same id', async () => {
    const id = await write('general', 'Please write to me');
    const note = { id, noteId: crypto.randomUUID(), body: 'Wrote, nobody answered' };
    await Promise.all(Array.from({ length: 20 }, () => contact().addNote(note)));
    expect((await contact().thread({ id })).entries).toMatchObject([{ body: note.body }]);
    expect(await auditOf(id)).toEqual(['contact_message.noted']);
  });

  it('rejects a note if its id belongs to a note on another message or to a note with another text', async () => {
    const note = {
      id: await write('general', 'Hello, please call me'),
      noteId: crypto.randomUUID(),
      body: 'Called',
    };
    await contact().addNote(note);
    const id = await write('general', 'Hello, please call me again');
    for (const other of [
      { ...note, id },
      { ...note, body: 'Wrote' },
    ])
      await expect(contact().addNote(other)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await contact().thread({ id })).entries).toEqual([]);
    expect((await contact().thread({ id: note.id })).entries).toMatchObject([{ body: 'Called' }]);
  });
});

describe('admin.contact.setClosed', () => {
  it('closing a closed message 20 times concurrently changes nothing, and the message can be reopened', async () => {
    const id = await write('general', 'Another question about payments');
    await contact().setClosed({ id, closed: true });
    await Promise.all(Array.from({ length: 20 }, () => contact(other).setClosed({ id, closed: true })));
    expect(await auditOf(id)).toEqual(['contact_message.handled']);
    expect((await contact().thread({ id })).message.closedByName).toBe('Olive Marsh');
    const reopened = await contact(other).setClosed({ id, closed: false });
    expect(reopened).toMatchObject({ message: { state: 'open', closedAt: null, closedByName: null } });
  });

  it('rejects the id of a message that does not exist', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    await expect(contact().setClosed({ id, closed: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('a closed message of a writer without an account is deleted after two years, with the emails about the message', async () => {
  const [closed, open] = [await write('general', 'Closed long ago'), await write('general', 'Still open')];
  const own = await write('general', 'Of an account', other);
  await contact().reply({ id: closed, version: 1, body: 'Hello Ann', close: true });
  await contact().setClosed({ id: own, closed: true });
  const replies = async () =>
    (await repliesTo('ann@example.test')).filter(({ body_text: text }) => text.includes('Closed long ago'));
  const remainingIds = async () =>
    (await test.deps.db.selectFrom('contact_messages').select('id').execute()).map(({ id }) => id).toSorted();
  test.clock.set(addMonths(test.deps.now(), 23));
  expect(await sweepMessages(test.deps)).toBe(0);
  expect(await replies()).toHaveLength(1);
  test.clock.set(addMonths(test.deps.now(), 2));
  expect(await sweepMessages(test.deps)).toBe(1);
  expect(await remainingIds()).toEqual([open, own].toSorted());
  expect(await replies()).toEqual([]);
});

describe('reply templates', () => {
  it('can be created, changed and deleted; a change of an outdated version is rejected, and so is a title that is in use', async () => {
    const texts = { title: 'Refund sent', body: 'Hello {name}, the money is on its way.' };
    const [template] = await contact().saveTemplate(texts);
    if (!template) throw new Error('no template was stored');
    await expect(contact().saveTemplate({ ...texts, title: 'refund SENT' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const existing = { id: template.id, version: template.version };
    expect(await contact(other).saveTemplate({ ...texts, body: 'It is sent.', existing })).toMatchObject([
      { body: 'It is sent.', version: 2 },
    ]);
    await expect(contact().saveTemplate({ ...texts, existing })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(contact().deleteTemplate(existing)).rejects.toMatchObject({ code: 'CONFLICT' });
    const current = { id: template.id, version: 2 };
    expect(await contact().deleteTemplate(current)).toEqual([]);
    expect(await contact().deleteTemplate(current)).toEqual([]);
    await expect(contact().saveTemplate({ ...texts, existing: current })).rejects.toThrow(/was deleted/);
    expect(await auditOf(template.id)).toEqual([
      'reply_template.saved',
      'reply_template.saved',
      'reply_template.deleted',
    ]);
  });
});
