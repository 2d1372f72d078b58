import { beforeEach, describe, expect, it } from 'vitest';
import { makeErasureDue } from '../../../testing/rows.ts';
import { createTestApp, setUpTestApp } from '../../../testing/test-app.ts';
import { finishDeletions } from '../../profile/privacy/account-deletion.operations.ts';

const test = setUpTestApp();

beforeEach(async () => {
  await test.deps.db.deleteFrom('contact_messages').execute();
  await test.deps.db.deleteFrom('mail_messages').execute();
});

const message = {
  name: 'Ada Byron',
  email: 'ada@example.test',
  topic: 'general',
  message: 'When does the next session begin?',
  website: '',
} as const;

function stored() {
  return test.deps.db.selectFrom('contact_messages').selectAll().execute();
}

describe('contact.send', () => {
  it('stores a visitor’s message and sends every admin one email', async () => {
    const admins = [await test.createUser({ role: 'admin' }), await test.createUser({ role: 'admin' })];
    expect(await test.caller(null).contact.send(message)).toEqual({ received: true });
    expect(await stored()).toMatchObject([
      { name: message.name, topic: 'general', user_id: null, due_at: null },
    ]);
    const emails = await test.deps.db
      .selectFrom('mail_messages')
      .select(['to_address', 'body_text'])
      .execute();
    const body_text = expect.stringContaining(message.message);
    expect(emails).toHaveLength(2);
    expect(emails).toEqual(
      expect.arrayContaining(admins.map(({ email: to_address }) => ({ to_address, body_text }))),
    );
  });

  it('emails only the support address if one is set', async () => {
    const admin = await test.createUser({ role: 'admin' });
    await test.caller(admin).admin.settings.update([{ key: 'supportEmail', value: 'help@example.test' }]);
    await test.caller(null).contact.send(message);
    const emails = await test.deps.db.selectFrom('mail_messages').select(['to_address', 'user_id']).execute();
    expect(emails).toEqual([{ to_address: 'help@example.test', user_id: null }]);
    await test.caller(admin).admin.settings.update([{ key: 'supportEmail', value: '' }]);
  });

  it('stores one message and sends one email if a message is sent 20 times concurrently with the same id', async () => {
    const support = { key: 'supportEmail', value: 'help@example.test' } as const;
    const admin = await test.createUser({ role: 'admin' });
    await test.caller(admin).admin.settings.update([support]);
    const sent = { ...message, id: crypto.randomUUID() };
    await Promise.all(Array.from({ length: 20 }, () => test.caller(null).contact.send(sent)));
    expect(await stored()).toMatchObject([{ id: sent.id }]);
    expect(await test.deps.db.selectFrom('mail_messages').select('id').execute()).toHaveLength(1);
    await test.caller(admin).admin.settings.update([{ ...support, value: '' }]);
  });

  it('rejects a new message with the id of a stored message, instead of dropping it silently', async () => {
    const sent = { ...message, id: crypto.randomUUID() };
    await test.caller(null).contact.send(sent);
    const other = { ...sent, message: 'Where is my receipt?' };
    await expect(test.caller(null).contact.send(other)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stored()).toMatchObject([{ message: message.message }]);
  });

  it('the deletion of the sender’s account erases the emails about the message, even if the message id was sent in capital letters', async () => {
    await test.createUser({ role: 'admin' });
    const student = await test.createUser();
    await test.caller(student).contact.send({ ...message, id: crypto.randomUUID().toUpperCase() });
    const emails = () =>
      test.deps.db
        .selectFrom('mail_messages')
        .select('id')
        .where('body_text', 'like', `%${message.message}%`);
    expect(await emails().execute()).not.toEqual([]);
    await makeErasureDue(test, student);
    await finishDeletions(test.deps);
    expect(await emails().execute()).toEqual([]);
  });

  it('a privacy request is due one month later, even if it is sent at the end of January', async () => {
    test.clock.set(new Date('2027-01-31T10:00:00Z'));
    const student = await test.createUser();
    await test.caller(student).contact.send({ ...message, topic: 'privacy' });
    expect(await stored()).toMatchObject([{ user_id: student.userId, due_at: '2027-02-28T10:00:00.000Z' }]);
  });

  it('stores nothing if the hidden field is filled in', async () => {
    expect(await test.caller(null).contact.send({ ...message, website: 'https://spam.example' })).toEqual({
      received: true,
    });
    expect(await stored()).toEqual([]);
  });

  it('rejects an empty message', async () => {
    await expect(test.caller(null).contact.send({ ...message, message: '   ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('accepts five messages per hour from one IP address', async () => {
    const limited = await createTestApp({ rateLimitFactor: 1 });
    try {
      for (let index = 0; index < 5; index += 1) await limited.caller(null).contact.send(message);
      await expect(limited.caller(null).contact.send(message)).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
      });
    } finally {
      await limited.close();
    }
  });
});
