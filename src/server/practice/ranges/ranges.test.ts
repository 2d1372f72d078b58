import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openingCharts } from '../../../shared/poker/opening-charts.ts';
import { startingHands } from '../../../shared/poker/starting-hands.ts';
import {
  changedCells,
  compareRanges,
  edgeCells,
  pickCells,
} from '../../../shared/practice/range-training.ts';
import { weightsOf } from '../../../shared/practice/range-weights.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { createCoach } from '../../coaching/testing/asked-questions.ts';
import { storeOpeningRanges } from './ranges.operations.ts';

const app = setUpTestApp();
let coach: TestUser;
let student: TestUser;
let other: TestUser;

beforeAll(async () => {
  const admin = await app.createUser({ role: 'admin' });
  [coach, student, other] = [await app.createUser(), await app.createUser(), await app.createUser()];
  await app.caller(admin).admin.coaching.grantCoach({ userId: coach.userId, displayName: 'Mara Ellis' });
  await storeOpeningRanges(app.deps);
});

const ranges = (user: TestUser) => app.caller(user).ranges;
const withCode = (code: string) => ({ cause: { code } });
const cells = { raise: 'TT+, AKs', call: '99-77' };
const cellOf = (name: string) => startingHands.findIndex((hand) => hand.name === name);

describe('edge hands', () => {
  it('edge hands are next to hands that are played differently', () => {
    const names = edgeCells(weightsOf(cells)).map((index) => startingHands[index]?.name);
    expect(names).toEqual(expect.arrayContaining(['AKs', 'TT', '99', '77', '66', 'AQs']));
    expect(names).not.toContain('72o');
    expect(changedCells(cells, { ...cells, raise: 'JJ+, AKs' })).toEqual([cellOf('TT')]);
  });

  it('hands that are adjacent in the grid but not similar do not count as neighbors', () => {
    const cutoff = openingCharts.find(({ seat }) => seat === 'CO')?.notation ?? '';
    const names = edgeCells(weightsOf({ raise: cutoff, call: '' })).map(
      (index) => startingHands[index]?.name,
    );
    expect(names).toEqual(expect.arrayContaining(['A8o', 'A6o', '87s', '53s', '43s', 'KTo', 'K9o']));
    for (const clear of ['AA', '99', 'TT', '22', '32s', 'A4s', 'AKs', '32o'])
      expect(names).not.toContain(clear);
  });

  it('missed hands are chosen first, then mixed hands, then edge hands', () => {
    const weights = weightsOf({ raise: 'TT+, 55:0.5, 72o:0.5, AKs', call: '99-77' });
    const mixed = [cellOf('55'), cellOf('72o')];
    expect(pickCells(weights, [], 2, Math.random).toSorted()).toEqual(mixed.toSorted());
    const edge = edgeCells(weights);
    const all = new Set([...edge, ...mixed]);
    expect(new Set(pickCells(weights, [], all.size, Math.random))).toEqual(all);
    expect(pickCells(weights, [cellOf('AA')], 1, Math.random)).toEqual([cellOf('AA')]);
  });

  it('a missed hand is asked even if it is not an edge hand, and no hand is asked twice', () => {
    const picked = pickCells(weightsOf(cells), [cellOf('72o')], 20, Math.random);
    expect(new Set(picked).size).toBe(20);
    expect(picked).toContain(cellOf('72o'));
  });
});

describe('a range painted from memory', () => {
  const compare = (painted: typeof cells) => compareRanges(weightsOf(painted), weightsOf(cells));

  it('a painted range is scored by combinations, with its missing and surplus hands', () => {
    expect(compare(cells)).toEqual({ right: 100, missing: [], surplus: [] });
    expect(compare({ raise: '', call: '' })).toMatchObject({ right: 0, surplus: [] });
    // The range has 30 + 4 + 18 combinations. Of these, 6 are missing; 4 surplus combinations are painted.
    expect(compare({ raise: 'JJ+, AKs, AQs', call: '99-77' })).toEqual({
      right: Math.round((100 * 46) / 56),
      missing: [cellOf('TT')],
      surplus: [cellOf('AQs')],
    });
  });

  it('a wrong action and a lower weight count as missing', () => {
    expect(compare({ raise: 'TT+, AKs, 99', call: '88-77' }).missing).toEqual([cellOf('99')]);
    const { right, missing } = compare({ raise: 'JJ+, TT:0.5, AKs', call: '99-77' });
    expect([right, missing]).toEqual([Math.round((100 * 49) / 52), [cellOf('TT')]]);
  });
});

describe('ranges', () => {
  it('the academy’s ranges are the opening charts, and only coaches change them', async () => {
    const { items, own } = await ranges(student).list();
    expect(items.filter(({ isOfAcademy }) => isOfAcademy)).toHaveLength(5);
    expect(own).toEqual({ stored: 0, limit: 3 });
    const id = items[0]?.id ?? '';
    expect(await ranges(student).get({ id })).toMatchObject({ canEdit: false, version: 1, draft: null });
    await expect(ranges(student).save({ id, name: 'Mine', cells })).rejects.toMatchObject(
      withCode('not_found'),
    );
    await expect(ranges(student).save({ ofAcademy: true, name: 'Mine', cells })).rejects.toMatchObject(
      withCode('coach_only'),
    );
    const made = await ranges(coach).save({ ofAcademy: true, name: 'Against a button open', cells });
    await expect(ranges(student).get(made)).rejects.toMatchObject(withCode('not_found'));
    await ranges(coach).publish({ ...made, note: 'First' });
    expect(await ranges(student).get(made)).toMatchObject({ version: 1, cells, canEdit: false });
  });

  it('students cannot open or train a withdrawn range of the academy until it is published again', async () => {
    const range = await ranges(coach).save({ ofAcademy: true, name: 'Wrong', cells });
    const set = (isWithdrawn: boolean, user = coach) =>
      ranges(user).setWithdrawn({ id: range.id, isWithdrawn });
    await expect(set(true)).rejects.toMatchObject(withCode('not_found'));
    await ranges(coach).publish(range);
    await ranges(student).trainAnswer({ ...range, cell: cellOf('AA'), action: 'raise' });
    const trained = await ranges(student).get(range);
    await expect(ranges(coach).remove(range)).rejects.toMatchObject(withCode('conflict'));
    await expect(set(true, student)).rejects.toMatchObject(withCode('not_found'));
    await set(true);
    const withdrawn = await ranges(coach).get(range);
    await set(true);
    expect(await ranges(coach).get(range)).toEqual(withdrawn);
    const listed = async (user: TestUser) =>
      (await ranges(user).list()).items.filter(({ id }) => id === range.id);
    expect(await listed(student)).toEqual([]);
    expect(await listed(coach)).toMatchObject([{ isWithdrawn: true }]);
    for (const call of [
      () => ranges(student).get(range),
      () => ranges(student).train(range),
      () => ranges(student).trainAnswer({ ...range, cell: cellOf('AA'), action: 'raise', version: 1 }),
    ]) {
      await expect(call()).rejects.toMatchObject(withCode('not_found'));
    }
    await set(false);
    expect(await ranges(student).get(range)).toEqual({ ...trained, updatedAt: expect.any(String) });
    await set(true);
    await ranges(coach).save({ id: range.id, name: 'Right', cells: { ...cells, raise: 'QQ+, AKs' } });
    await ranges(coach).publish(range);
    expect(await ranges(student).get(range)).toMatchObject({ version: 2, isWithdrawn: false });
    const mine = await ranges(student).save({ name: 'Mine', cells });
    await ranges(student).publish(mine);
    await expect(ranges(student).setWithdrawn({ id: mine.id, isWithdrawn: true })).rejects.toMatchObject(
      withCode('not_found'),
    );
    await ranges(student).remove(mine);
  });

  it('a coach who opened a range before it was withdrawn gets a conflict on publishing a draft of it', async () => {
    const made = await ranges(coach).save({ ofAcademy: true, name: 'Wrong', cells });
    await ranges(coach).publish(made);
    const opened = await ranges(coach).get(made);
    const draft = { id: made.id, name: 'Wrong', cells: { ...cells, raise: 'QQ+' } };
    const saved = await ranges(coach).save({ ...draft, editedFrom: opened.updatedAt });
    await ranges(coach).setWithdrawn({ id: made.id, isWithdrawn: true });
    const publish = ranges(coach).publish({ id: made.id, editedFrom: saved.updatedAt });
    await expect(publish).rejects.toMatchObject(withCode('conflict'));
    await expect(ranges(student).get(made)).rejects.toMatchObject(withCode('not_found'));
    const { updatedAt } = await ranges(coach).get(made);
    await ranges(coach).publish({ id: made.id, editedFrom: updatedAt });
    expect(await ranges(student).get(made)).toMatchObject({ version: 2 });
  });

  it('only the student who owns a range can read or change it; other students and coaches cannot', async () => {
    const mine = await ranges(student).save({ name: 'Mine', cells });
    for (const user of [other, coach]) {
      await expect(ranges(user).get(mine)).rejects.toMatchObject(withCode('not_found'));
      await expect(ranges(user).save({ ...mine, name: 'Taken', cells })).rejects.toMatchObject(
        withCode('not_found'),
      );
      await expect(ranges(user).publish(mine)).rejects.toMatchObject(withCode('not_found'));
      await expect(ranges(user).train(mine)).rejects.toMatchObject(withCode('not_found'));
      await expect(ranges(user).remove(mine)).rejects.toMatchObject(withCode('not_found'));
    }
  });

  it('a range has versions, and shows the hands that changed since the user trained it', async () => {
    const range = await ranges(other).save({ name: 'Mine', cells });
    await ranges(other).publish(range);
    await ranges(other).trainAnswer({ ...range, cell: cellOf('AA'), action: 'raise' });
    await ranges(other).save({ ...range, name: 'Mine', cells: { ...cells, raise: 'QQ+, AKs' } });
    expect((await ranges(other).get(range)).learned?.changed).toEqual([]);
    await ranges(other).publish({ ...range, note: 'Tighter' });
    const view = await ranges(other).get(range);
    expect(view.learned?.changed.map((cell) => startingHands[cell]?.name)).toEqual(['JJ', 'TT']);
    expect(view.versions.map(({ version, note }) => [version, note])).toEqual([
      [2, 'Tighter'],
      [1, ''],
    ]);
    await ranges(other).restore({ ...range, version: 1 });
    expect((await ranges(other).get(range)).draft).toEqual(cells);
    await ranges(other).remove(range);
    await expect(ranges(other).get(range)).rejects.toMatchObject(withCode('not_found'));
  });

  it('a coach cannot save, publish, remove or restore a range if another coach changed it in the meantime', async () => {
    const second = await createCoach(app, await app.createUser({ role: 'admin' }));
    const made = await ranges(coach).save({ ofAcademy: true, name: 'Shared', cells });
    const { updatedAt: editedFrom } = await ranges(second).get(made);
    const theirs = { name: 'Shared', cells: { ...cells, raise: 'QQ+, AKs' } };
    const stored = await ranges(coach).save({ id: made.id, ...theirs, editedFrom });
    const { id } = made;
    for (const call of [
      () => ranges(second).save({ id, name: 'Mine', cells, editedFrom }),
      () => ranges(second).publish({ id, editedFrom }),
      () => ranges(second).remove({ id, editedFrom }),
    ]) {
      await expect(call()).rejects.toMatchObject(withCode('conflict'));
    }
    expect(await ranges(second).get(made)).toMatchObject({ draft: theirs.cells, version: 0, ...stored });
    await ranges(second).publish({ id, editedFrom: stored.updatedAt });
    await expect(
      ranges(coach).restore({ id, version: 1, editedFrom: stored.updatedAt }),
    ).rejects.toMatchObject(withCode('conflict'));
  });

  it('of twenty concurrent changes to the same state of a range, one is stored', async () => {
    const { id, updatedAt: editedFrom } = await ranges(other).save({ name: 'Mine', cells });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        ranges(other).save({ id, name: `Mine ${index}`, cells, editedFrom }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await ranges(other).remove({ id });
  });

  it('twenty concurrent requests with the same key create one range; another user cannot use that key', async () => {
    const user = await app.createUser();
    const key = randomUUID();
    const save = () => ranges(user).save({ key, name: 'Together', cells });
    const saved = await Promise.all(Array.from({ length: 20 }, save));
    expect(new Set(saved.map(({ id }) => id))).toEqual(new Set([key]));
    expect((await ranges(user).list()).own.stored).toBe(1);
    await expect(ranges(other).save({ key, name: 'Taken', cells })).rejects.toMatchObject(
      withCode('not_found'),
    );
    expect(await ranges(user).get({ id: key })).toMatchObject({ name: 'Together' });
  });

  it('only the last 100 versions of a range are stored', async () => {
    const range = await ranges(other).save({ name: 'Often changed', cells });
    await ranges(other).publish(range);
    await sql`insert into range_versions (range_id, version, cells, note, created_at)
      select range_id, n, cells, '', created_at from range_versions, generate_series(2, 100) n
      where range_id = ${range.id}`.execute(app.deps.db);
    await app.deps.db.updateTable('ranges').set({ version: 100 }).where('id', '=', range.id).execute();
    await ranges(other).save({ ...range, name: 'Often changed', cells: { ...cells, raise: 'QQ+, AKs' } });
    await ranges(other).publish(range);
    const { version, versions } = await ranges(other).get(range);
    expect([version, versions.length, versions.at(-1)?.version]).toEqual([101, 100, 2]);
    await expect(ranges(other).restore({ ...range, version: 1 })).rejects.toMatchObject(
      withCode('not_found'),
    );
    await ranges(other).remove(range);
  });

  it('the number of ranges is limited by the membership, even when twenty requests arrive concurrently', async () => {
    const user = await app.createUser();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => ranges(user).save({ name: 'Mine', cells })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await ranges(user).list()).own).toEqual({ stored: 3, limit: 3 });
  });

  it('the academy has at most 500 ranges, and a student who stored 1,000 ranges sees all 1,000', async () => {
    const user = await app.createUser();
    const before = (await ranges(coach).list()).items.filter(({ isOfAcademy }) => isOfAcademy).length;
    const add = (ownerId: string | null, count: number) =>
      sql`insert into ranges (owner_id, name, created_at, updated_at)
        select ${ownerId}, 'Filler', now(), now() from generate_series(1, ${count}::int)`.execute(
        app.deps.db,
      );
    await add(null, 499 - before);
    await add(user.userId, 1_000);
    try {
      const results = await Promise.allSettled(
        Array.from({ length: 5 }, () => ranges(coach).save({ ofAcademy: true, name: 'Filler', cells })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(ranges(coach).save({ ofAcademy: true, name: 'One more', cells })).rejects.toThrow(
        'The academy has reached its limit of 500 ranges. Delete one.',
      );
      expect((await ranges(coach).list()).items.filter(({ isOfAcademy }) => isOfAcademy)).toHaveLength(500);
      expect((await ranges(user).list()).own.stored).toBe(1_000);
      expect(
        (await app.caller(user).ranges.list()).items.filter(({ isOfAcademy }) => !isOfAcademy),
      ).toHaveLength(1_000);
    } finally {
      await app.deps.db.deleteFrom('ranges').where('name', '=', 'Filler').execute();
    }
  });

  it('no membership allows more ranges than the list shows', async () => {
    const admin = await app.createUser({ role: 'admin' });
    await expect(
      app.caller(admin).admin.settings.update([{ key: 'ownRangesDiamond', value: 1_001 }]),
    ).rejects.toMatchObject(withCode('invalid_input'));
  });

  it('a limit of one range is stated in the singular', async () => {
    const [admin, user] = [await app.createUser({ role: 'admin' }), await app.createUser()];
    const setLimit = (value: number) =>
      app.caller(admin).admin.settings.update([{ key: 'ownRangesFree', value }]);
    await setLimit(1);
    try {
      await ranges(user).save({ name: 'Mine', cells });
      await expect(ranges(user).save({ name: 'Second', cells })).rejects.toThrow(
        'You have reached your limit of one range. Delete it, or see which memberships allow more.',
      );
    } finally {
      await setLimit(3);
    }
  });

  it('invalid notation, and frequencies that add up to more than 100%, are rejected', async () => {
    for (const wrong of [
      { raise: 'AXs', call: '' },
      { raise: 'AA', call: 'AA' },
    ]) {
      await expect(ranges(student).save({ name: 'Mine', cells: wrong })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
  });
});

describe('the range trainer', () => {
  it('the trainer asks for a missed hand, which no longer counts as missed after a right answer', async () => {
    const { items } = await ranges(student).list();
    const id = items[0]?.id ?? '';
    const cell = cellOf('72o');
    expect(await ranges(student).trainAnswer({ id, cell, action: 'raise' })).toMatchObject({
      isRight: false,
      raise: 0,
    });
    expect((await ranges(student).train({ id })).cells).toContain(cell);
    expect((await ranges(student).list()).items[0]?.missed).toBe(1);
    await ranges(student).trainAnswer({ id, cell, action: 'fold' });
    expect((await ranges(student).list()).items[0]?.missed).toBe(0);
    // Both actions are right for a mixed hand.
    for (const action of ['raise', 'fold'] as const) {
      expect(await ranges(student).trainAnswer({ id, cell: cellOf('44'), action })).toMatchObject({
        isRight: true,
      });
    }
    expect((await ranges(student).get({ id })).learned).toMatchObject({ asked: 4, correct: 3 });
  });

  it('an answer is scored by the version that the question came from, or by the newest version if the server has not stored that version', async () => {
    const { id } = await ranges(other).save({ name: 'Mine', cells });
    await ranges(other).publish({ id });
    const { version } = await ranges(other).train({ id });
    await ranges(other).save({ id, name: 'Mine', cells: { ...cells, raise: 'QQ+, AKs' } });
    await ranges(other).publish({ id });
    const answer = { id, cell: cellOf('TT'), action: 'raise' as const };
    expect(await ranges(other).trainAnswer({ ...answer, version })).toMatchObject({ isRight: true });
    expect((await ranges(other).get({ id })).learned).toMatchObject({ version: 1, correct: 1 });
    expect(await ranges(other).trainAnswer({ ...answer, version: 9 })).toMatchObject({ isRight: false });
    expect((await ranges(other).get({ id })).learned).toMatchObject({ version: 2, asked: 2 });
    await ranges(other).remove({ id });
  });
});
