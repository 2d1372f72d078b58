import { buffer } from 'node:stream/consumers';
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { beginDemoData } from './begin-demo-data.ts';
import { chaptersOf, listLessons } from './booklet/read-lesson.ts';
import { findDemoMark, findWithoutFile } from './demo.queries.ts';
import { seedDemoBooklets, seedDemoData } from './demo-data.ts';

test('a start fails with “The demo data is incomplete” if an earlier start was interrupted', async () => {
  const app = await createTestApp();
  try {
    expect(await beginDemoData(app.deps)).toBe(true);
    // The first call created no users or products.
    expect(await beginDemoData(app.deps)).toBe(true);
    await app.createUser({ role: 'admin' });
    await expect(beginDemoData(app.deps)).rejects.toThrow('The demo data is incomplete');
  } finally {
    await app.close();
  }
});

test('the demo academy has its booklets, verified users without KYC flags, hands, questions and drills', async () => {
  const app = await createTestApp();
  try {
    // At the first start, the returned notes for the operator name the admin's account.
    const { notes, seedPractice } = await seedDemoData(app.deps);
    expect(notes).toEqual(expect.arrayContaining([expect.stringMatching(/^Admin:/)]));
    await seedPractice();
    // A product that an admin renamed keeps its number, but gets no booklet.
    await app.deps.db
      .updateTable('products')
      .set({ title: 'A renamed product' })
      .where('title', '=', 'River Decisions')
      .execute();
    // The second start continues where the first was stopped.
    const stop = new AbortController();
    const stopped = seedDemoBooklets(app.deps, stop.signal);
    try {
      // On a busy machine, the first booklet takes a long time.
      await expect
        .poll(async () => (await findWithoutFile(app.deps.db)).products.size, { timeout: 90_000 })
        .toBeLessThan((await listLessons('pdfs')).length);
    } finally {
      stop.abort();
      await stopped;
    }
    expect(await findDemoMark(app.deps.db, 'demo_booklets_seeded')).toBe(false);
    await seedDemoBooklets(app.deps);
    const { products, plans } = await findWithoutFile(app.deps.db);
    expect([...products.keys(), ...plans.keys()]).toEqual(['A renamed product']);
    // What the product page states agrees with the file.
    const files = await app.deps.db
      .selectFrom('products')
      .innerJoin('uploads', 'uploads.id', 'products.file_upload_id')
      .select(['products.id', 'uploads.storage_key'])
      .execute();
    const lessons = await listLessons('pdfs');
    expect(files).toHaveLength(lessons.length - 1);
    for (const { id, storage_key } of files) {
      const product = await app.caller(null).shop.getProduct({ id });
      const lesson = lessons.find(({ title }) => title === product.title);
      const stored = await app.deps.storage.read(storage_key);
      if (!lesson || !stored) throw new Error(`${product.title} has no lesson or no file`);
      const file = await PDFDocument.load(await buffer(stored.body), { updateMetadata: false });
      expect(product).toMatchObject({
        pageCount: file.getPageCount(),
        contents: chaptersOf(lesson),
        outcomes: lesson.outcomes,
        difficulty: lesson.difficulty,
        description: lesson.description,
      });
    }
    const videos = await app.deps.db
      .selectFrom('products')
      .select('title')
      .where('video_upload_id', 'is not', null)
      .where('captions_upload_id', 'is not', null)
      .execute();
    expect(videos).toEqual([{ title: 'How to Read a Hand History' }]);
    const people = await app.deps.db
      .selectFrom('users')
      .select(['id', 'email', 'role', 'email_verified_at'])
      .execute();
    expect(people).toHaveLength(7);
    expect(people.filter(({ email_verified_at }) => email_verified_at === null)).toEqual([]);
    const waiting = await app.deps.db
      .selectFrom('mail_messages')
      .select('id')
      .where('kind', '=', 'verify_email')
      .execute();
    expect(waiting).toEqual([]);
    const [admin, ...otherAdmins] = people.filter(({ role }) => role === 'admin');
    expect(otherAdmins).toEqual([]);
    const queue = await app
      .caller({ userId: admin?.id ?? '', role: 'admin' })
      .admin.kyc.queue({ status: 'all' });
    expect(queue.items).toHaveLength(4);
    const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? '';
    const { hands, ranges } = app.caller({ userId: idOf('student@example.test'), role: 'user' });
    const ownHands = (await hands.list({})).items;
    expect(ownHands).toHaveLength(11);
    expect(ownHands.filter(({ verdict }) => verdict !== 'sound')).toEqual([]);
    expect((await ranges.list()).items.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1, 1]);
    const atPlan = await hands.listAttached({ kind: 'plan', id: 1 });
    expect(atPlan.map(({ title, page }) => `${title}, ${page}`)).toEqual([
      'A walk, and what it is worth, 4',
      'Thin value on a paired river, 7',
    ]);
    const as = (email: string) => app.caller({ userId: idOf(email), role: 'user' }).questions;
    const own = (await as('student@example.test').list({})).items;
    expect(own.map(({ status, isLate }) => `${status}${isLate ? ', late' : ''}`)).toEqual([
      'queued',
      'answered',
      'answered',
    ]);
    // Three credits were granted and spent; the credit for the late answer was returned.
    expect((await as('student@example.test').credits()).left).toBe(1);
    // The queued question was asked 31 hours ago, and an answer is promised within 72 hours.
    expect(Math.round((Date.parse(own[0]?.dueAt ?? '') - Date.now()) / 3_600_000)).toBe(41);
    const { items: open } = await as('coach@example.test').queue({});
    // Sam O. is the demo student. The other students have asked five questions.
    expect(open.filter(({ student }) => student.name !== 'Sam O.')).toHaveLength(5);
    expect(open.filter(({ dueAt }) => Date.parse(dueAt) < Date.now())).toEqual([]);
    expect(queue.items.flatMap(({ flags }) => flags)).toEqual([]);
    const { drills, leaks, coaching } = app.caller({ userId: idOf('student@example.test'), role: 'user' });
    expect(await coaching.homework()).toMatchObject([
      { coachName: 'Mara Ellis', material: { kind: 'product' }, isOverdue: false, doneAt: null },
    ]);
    expect(await as('student@example.test').newAnswers()).toMatchObject({
      count: 1,
      newest: { isNew: true },
    });
    const practice = await drills.practice();
    expect(practice.due).toHaveLength(7);
    expect(practice.decks.map((deck) => deck.drills)).toEqual([11, 7, 6, 9]);
    const map = await leaks.map();
    expect(map.filter(({ percent }) => percent !== null)).toHaveLength(9);
    expect(map.filter(({ percent, seen }) => percent === null && seen > 0)).toHaveLength(4);
    expect(await leaks.next()).toMatchObject({ because: { leak: map[0]?.leak } });
  } finally {
    await app.close();
  }
});
