import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { changeUser } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { roomText, savedText } from './testing/saved-texts.ts';

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
});

const hands = (user: TestUser | null) => app.caller(user).hands;
const saved = (user: TestUser) => savedText(app, user);

describe('share links', () => {
  const tokenOf = (path: string) => path.replace('/h/', '');

  it('a link opens a hand without login, without notes, and without stakes unless the owner shows them', async () => {
    const owner = await app.createUser();
    const id = await saved(owner);
    await hands(owner).update({ id, note: 'My secret leak' });
    await hands(owner).noteAction({ id, atAction: 2, text: 'My secret tell' });
    const token = tokenOf((await hands(owner).share({ id, mode: 'open' })).path);
    const shared = await hands(null).shared({ token });
    const text = JSON.stringify(shared);
    for (const secret of ['secret', 'USD', 'pokerstars', '2026-03-01', owner.userId, id])
      expect(text).not.toContain(secret);
    expect(shared.line).toContain('+11bb');
    expect(shared.line?.split(' · ')[1]).toMatch(/^[\d.]+bb$/);
    await hands(owner).update({ id, showStakes: true });
    expect((await hands(null).shared({ token })).hand.unit.currency).toBe('USD');
    expect((await hands(owner).get({ id })).own?.shares).toMatchObject([{ mode: 'open', opens: 2 }]);
  });

  it('a link in guess mode first shows the hand up to the first decision of the hero', async () => {
    const owner = await app.createUser();
    const token = tokenOf((await hands(owner).share({ id: await saved(owner), mode: 'guess' })).path);
    const first = await hands(null).shared({ token });
    expect(first).toMatchObject({ mode: 'guess', line: null, title: null });
    expect(first.hand.boards.flat()).toEqual([]);
    // After the last decision, the whole hand is shown.
    expect((await hands(null).shared({ token, decision: 99 })).shownActions).toBeNull();
  });

  it('only the owner can revoke a link; a revoked link gets the same error as an unknown one', async () => {
    const owner = await app.createUser();
    const id = await saved(owner);
    const token = tokenOf((await hands(owner).share({ id, mode: 'open' })).path);
    const [share] = (await hands(owner).get({ id })).own?.shares ?? [];
    const notFound = { cause: { code: 'not_found' } };
    // A second hand, without a link.
    await savedText(app, owner, 'b', roomText(230000000002, '2h'));
    const withLink = async () => (await hands(owner).list({ shared: true })).items.map((hand) => hand.id);
    await expect(hands(admin).revokeShare({ id: share?.id ?? '' })).rejects.toMatchObject(notFound);
    expect(await withLink()).toEqual([id]);
    await hands(owner).revokeShare({ id: share?.id ?? '' });
    expect(await withLink()).toEqual([]);
    await expect(hands(null).shared({ token })).rejects.toMatchObject(notFound);
    await expect(hands(null).shared({ token: 'x'.repeat(22) })).rejects.toMatchObject(notFound);
  });

  it('for each membership, a setting limits the number of links, and revoking a link makes room for another', async () => {
    const owner = await app.createUser();
    const id = await saved(owner);
    const setLimit = (value: number) =>
      app.caller(admin).admin.settings.update([{ key: 'shareLinksFree', value }]);
    await setLimit(1);
    try {
      await hands(owner).share({ id, mode: 'open' });
      await expect(hands(owner).share({ id, mode: 'guess' })).rejects.toMatchObject({
        message: expect.stringContaining(
          'You have reached your limit of one link. Close it to share another hand, or see which memberships allow more.',
        ),
        cause: { code: 'hand_limit' },
      });
      const [share] = (await hands(owner).get({ id })).own?.shares ?? [];
      await hands(owner).revokeShare({ id: share?.id ?? '' });
      await hands(owner).share({ id, mode: 'guess' });
    } finally {
      await setLimit(5);
    }
  });

  it('links do not open after the owner has requested account deletion, and open again after the request is undone', async () => {
    const owner = await app.createUser();
    const token = tokenOf((await hands(owner).share({ id: await saved(owner), mode: 'open' })).path);
    const setDue = (due: Date | null) => changeUser(app, owner, { deletion_due_at: due });
    await setDue(new Date(app.deps.now().getTime() + 14 * dayMs));
    await expect(hands(null).shared({ token })).rejects.toMatchObject({ cause: { code: 'not_found' } });
    const picture = await app.app.inject({ url: `/api/hands/shared/${token}/picture` });
    expect(picture.statusCode).toBe(404);
    await setDue(null);
    expect(await hands(null).shared({ token })).toMatchObject({ mode: 'open' });
  });

  it('the picture of a shared link has the color of the academy’s palette', async () => {
    const owner = await app.createUser();
    const token = tokenOf((await hands(owner).share({ id: await saved(owner), mode: 'open' })).path);
    const picture = async () =>
      (await app.app.inject({ url: `/api/hands/shared/${token}/picture` })).rawPayload;
    const before = await picture();
    const { settings } = app.caller(admin).admin;
    await settings.update([{ key: 'palette', value: 'plum', before: 'teal' }]);
    expect((await picture()).equals(before)).toBe(false);
    await settings.update([{ key: 'palette', value: 'teal', before: 'plum' }]);
    expect((await picture()).equals(before)).toBe(true);
  });

  it('the picture of a link shows as much of the hand as the link shows when it is opened, and is gone after the link is revoked', async () => {
    const owner = await app.createUser();
    const id = await saved(owner);
    const pictureOf = (path: string, headers = {}) =>
      app.app.inject({ url: `/api/hands/shared/${tokenOf(path)}/picture`, headers });
    const open = (await hands(owner).share({ id, mode: 'open' })).path;
    const guess = (await hands(owner).share({ id, mode: 'guess' })).path;
    const [whole, hidden] = [await pictureOf(open), await pictureOf(guess)];
    expect(await sharp(whole.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    });
    expect(whole.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
    expect(hidden.rawPayload.equals(whole.rawPayload)).toBe(false);
    const again = await pictureOf(open, { 'if-none-match': whole.headers.etag });
    expect(again.statusCode).toBe(304);
    const shares = (await hands(owner).get({ id })).own?.shares ?? [];
    expect(shares.map(({ opens }) => opens)).toEqual([0, 0]);
    for (const share of shares) await hands(owner).revokeShare({ id: share.id });
    for (const path of [open, guess, `/h/${'x'.repeat(22)}`])
      expect((await pictureOf(path, { 'if-none-match': whole.headers.etag })).statusCode).toBe(404);
  });
});
