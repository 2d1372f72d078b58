import { beforeAll, describe, expect, it } from 'vitest';
import { coachingPlanPlaceholder } from '../../shared/learning/coaching-plan-cards.ts';
import { learningLimits } from '../../shared/learning/learning.ts';
import { buildHand } from '../../shared/poker/build-hand.ts';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { changePurchases } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { storeAcademyHands } from '../hands/academy-hands.operations.ts';
import { buy, createAdmin, createTestProduct } from '../payments/testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let open: AdminProduct;
let locked: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  open = await createTestProduct(app, admin, {
    type: 'session',
    // Sessions 1 and 2 are open to all logged-in users.
    productNumber: 1,
    title: 'Reading rivers',
    description: 'Bluffs that make sense',
    content: 'The word zeppelin stands here.',
  });
  locked = await createTestProduct(app, admin, {
    type: 'session',
    productNumber: 9,
    title: 'Solver masterclass',
    description: 'Asking good questions',
    content: 'The word quetzal stands here.',
  });
  await createTestProduct(app, admin, { productNumber: 3, title: 'Solver notebook', description: '' });
  await createTestProduct(app, admin, { productNumber: 4, title: 'Solver drafts', isActive: false });
  await app.caller(admin).admin.coachingPlans.save({
    pdfNumber: 9,
    title: 'Endgame with a solver',
    difficulty: 'advanced',
    requiredPlan: 'diamond',
  });
});

const learning = (user: TestUser) => app.caller(user).learning;

describe('notes', () => {
  it('notes can be added at several positions of a session, changed and deleted', async () => {
    const user = await app.createUser();
    const added = await learning(user).addNote({
      place: { kind: 'session', id: open.id, atSeconds: 90.7 },
      text: ' turn ',
    });
    const early = await learning(user).addNote({
      place: { kind: 'session', id: open.id, atSeconds: 12 },
      text: 'flop',
    });
    await learning(user).addNote({ place: { kind: 'session', id: open.id }, text: 'in general' });
    expect(added).toMatchObject({ place: { atSeconds: 90 }, text: 'turn', title: 'Reading rivers' });
    const texts = async () =>
      (await learning(user).listNotes({ kind: 'session', id: open.id })).map(({ text }) => text);
    expect(await texts()).toEqual(['flop', 'turn', 'in general']);
    expect(await learning(user).updateNote({ id: early.id, text: 'flop, again' })).toMatchObject({
      place: { atSeconds: 12 },
    });
    await learning(user).deleteNote({ id: added.id });
    expect(await texts()).toEqual(['flop, again', 'in general']);
    await expect(learning(user).deleteNote({ id: added.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      learning(user).addNote({ place: { kind: 'session', id: open.id }, text: '  ' }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('notes cannot be read, changed or deleted by other users', async () => {
    const [writer, other] = [await app.createUser(), await app.createUser()];
    const note = await learning(writer).addNote({
      place: { kind: 'session', id: open.id },
      text: 'private walrus',
    });
    for (const otherUser of [other, { ...admin, email: '' }]) {
      expect(await learning(otherUser).allNotes({})).toMatchObject({ items: [], found: 0, total: 0 });
      expect(await learning(otherUser).notesFile()).not.toContain('walrus');
      expect(await learning(otherUser).search({ q: 'walrus' })).toEqual([]);
      const change = learning(otherUser).updateNote({ id: note.id, text: 'mine now' });
      await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(learning(otherUser).deleteNote({ id: note.id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    expect((await learning(writer).allNotes({})).items).toMatchObject([{ text: 'private walrus' }]);
  });

  it('a change of a note that was changed after the user opened it is rejected with the saved text', async () => {
    const writer = await app.createUser();
    const note = await learning(writer).addNote({ place: { kind: 'session', id: open.id }, text: 'Bet' });
    const change = (text: string, seenAt = note.updatedAt) =>
      learning(writer).updateNote({ id: note.id, text, seenAt });
    const saved = await change('Bet small');
    // A repeated change, such as one whose response was lost, is no conflict.
    expect(await change('Bet small')).toEqual(saved);
    const fields = { text: 'Bet small', seenAt: saved.updatedAt };
    await expect(change('Bet big')).rejects.toMatchObject({ code: 'CONFLICT', cause: { fields } });
    expect((await learning(writer).allNotes({})).items).toMatchObject([{ text: 'Bet small' }]);
    expect(await change('Bet big', fields.seenAt)).toMatchObject({ text: 'Bet big' });
  });

  it('a note can show only a hand of the note’s author, and remains when the hand is deleted', async () => {
    const [writer, other] = [await app.createUser(), await app.createUser()];
    const hand = buildHand(`nlhe cash USD 0.25/0.5, 6-max, button 1
      1 BTN 50 AhKh hero
      2 SB 50
      3 BB 50
      preflop r1.25 f f`);
    const { id: handId } = await app.caller(writer).hands.saveBuilt({ hand, title: 'A steal' });
    const missing = { code: 'NOT_FOUND' };
    const place = { kind: 'session', id: open.id, atSeconds: 30 } as const;
    const withHand = { place, text: 'Mine', handId };
    for (const user of [other, { ...admin, email: '' }])
      await expect(learning(user).addNote(withHand)).rejects.toMatchObject(missing);
    const theirs = await learning(other).addNote({ place: { kind: 'session', id: open.id }, text: 'Theirs' });
    await expect(learning(other).updateNote({ id: theirs.id, text: 'x', handId })).rejects.toMatchObject(
      missing,
    );
    const note = await learning(writer).addNote(withHand);
    expect(note.hand).toEqual({ id: handId, title: 'A steal', line: expect.stringContaining('BTN A♥K♥') });
    expect(await learning(writer).updateNote({ id: note.id, text: 'Still' })).toMatchObject({
      hand: note.hand,
    });
    expect(await learning(writer).updateNote({ id: note.id, text: 'Off', handId: null })).toMatchObject({
      hand: null,
    });
    await learning(writer).updateNote({ id: note.id, text: 'On', handId });
    await app.caller(writer).hands.remove({ ids: [handId] });
    expect((await learning(writer).allNotes({})).items).toMatchObject([{ text: 'On', hand: null }]);
  });

  it('all notes are listed in pages, grouped by session and PDF, and can be filtered by text, title and leak', async () => {
    const user = await app.createUser();
    const noteOf = (session: AdminProduct, index: number, minute: number) => ({
      user_id: user.userId,
      session_id: session.id,
      at_seconds: 500 - index,
      text: index % 50 === 0 ? 'Bet 100% here' : `Bet 1000 here, ${index}`,
      created_at: new Date(Date.UTC(2026, 10, 1, 10, minute)),
    });
    const rows = Array.from({ length: 120 }, (_, index) => noteOf(open, index, 5));
    await app.deps.db
      .insertInto('session_notes')
      .values([...rows, noteOf(locked, 0, 9), noteOf(locked, 1, 0)])
      .execute();
    const { allNotes } = learning(user);
    const first = await allNotes({});
    expect(first).toMatchObject({ found: 122, total: 122, leaks: [] });
    // The session with the newest note is first. Its notes are sorted by position.
    expect(first.items.slice(0, 3).map(({ title, place }) => [title, place])).toMatchObject([
      ['Solver masterclass', { atSeconds: 499 }],
      ['Solver masterclass', { atSeconds: 500 }],
      ['Reading rivers', { atSeconds: 381 }],
    ]);
    const second = await allNotes({ cursor: first.nextCursor ?? '' });
    expect(second).toEqual({ items: second.items, nextCursor: null });
    const all = [...first.items, ...second.items];
    expect(new Set(all.map(({ id }) => id)).size).toBe(122);
    expect(second.items.at(-1)).toMatchObject({ title: 'Reading rivers', place: { atSeconds: 500 } });

    expect(await allNotes({ q: ' 100% HERE ' })).toMatchObject({ found: 4, total: 122 });
    expect(await allNotes({ q: 'solver master' })).toMatchObject({ found: 2 });
    expect(await allNotes({ leak: 'turn-barrel' })).toMatchObject({ items: [], found: 0, total: 122 });
    const numbers = '{-1.5,1,NULL,NULL,1,1.5}';
    for (const cursor of ['x', first.items[0]?.id ?? '', `${numbers}|${'-'.repeat(36)}`, '{-.,.,.,.,.,.}|x'])
      await expect(allNotes({ cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await learning(user).notesFile()).match(/^- /gm)).toHaveLength(122);
    // Clients of the previous version call `listNotes` without input to get all notes.
    expect(await learning(user).listNotes()).toHaveLength(122);
  });

  it('the next page of notes starts after the last note of the previous page, even if that note was deleted', async () => {
    const user = await app.createUser();
    const noteAt = (seconds: number) => ({
      user_id: user.userId,
      session_id: open.id,
      at_seconds: seconds,
      text: 'Bet',
      // The last note of the first page is the newest. Deleting it changes the sort key of the whole session.
      created_at: new Date(Date.UTC(2026, 10, 1, seconds === 99 ? 11 : 10)),
    });
    const other = { ...noteAt(0), session_id: locked.id, created_at: new Date(Date.UTC(2026, 10, 1, 9)) };
    await app.deps.db
      .insertInto('session_notes')
      .values([...Array.from({ length: 103 }, (_, index) => noteAt(index)), other])
      .execute();
    const { allNotes, deleteNote } = learning(user);
    const first = await allNotes({});
    const cursor = first.nextCursor ?? '';
    await deleteNote({ id: first.items.at(-1)?.id ?? '' });
    const second = await allNotes({ cursor });
    const seconds = second.items.map(({ place }) => place.kind === 'session' && place.atSeconds);
    expect(seconds).toEqual([100, 101, 102, 0]);
    for (const { id } of second.items) await deleteNote({ id });
    expect(await allNotes({ cursor })).toEqual({ items: [], nextCursor: null });
  });

  it('if no admin has saved a coaching plan, notes on it are found by the placeholder title that students see', async () => {
    const user = await app.createUser();
    await app.deps.db
      .insertInto('session_notes')
      .values({ user_id: user.userId, pdf_number: 7, page: 2, text: 'Fold' })
      .execute();
    const { title } = coachingPlanPlaceholder(7, 'free');
    expect((await learning(user).allNotes({ q: title })).items).toMatchObject([{ title }]);
  });

  it('a repeated request does not add a second note', async () => {
    const user = await app.createUser();
    const note = { place: { kind: 'session', id: open.id, atSeconds: 30 }, text: 'Bet' } as const;
    const { id } = await learning(user).addNote(note);
    expect(await learning(user).addNote(note)).toMatchObject({ id, text: 'Bet' });
    const inGeneral = { kind: 'session', id: open.id } as const;
    await learning(user).addNote({ place: inGeneral, text: 'Bet' });
    await learning(user).addNote({ place: inGeneral, text: 'Bet' });
    await learning(await app.createUser()).addNote(note);
    expect((await learning(user).listNotes(inGeneral)).map(({ place }) => place)).toMatchObject([
      { atSeconds: 30 },
      { atSeconds: null },
    ]);
  });

  it('notes are limited in number, even in concurrent requests', async () => {
    const user = await app.createUser();
    await app.deps.db
      .insertInto('session_notes')
      .values(Array.from({ length: 495 }, () => ({ user_id: user.userId, session_id: open.id, text: 'x' })))
      .execute();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        learning(user).addNote({ place: { kind: 'session', id: open.id }, text: `more ${index}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await learning(user).listNotes({ kind: 'session', id: open.id })).toHaveLength(500);
  });
});

it('a hand in the text of a session can be opened only by users who may open the session now', async () => {
  const id = (await storeAcademyHands(app.deps)).get('thin-value') ?? '';
  await app.deps.db.updateTable('hands').set({ is_public: false }).where('id', '=', id).execute();
  const title = 'Thin value on a paired RIVER';
  const session = await createTestProduct(app, admin, {
    type: 'session',
    productNumber: 19,
    content: `Text\n\n:::hand ${title}\n\n:::hand ${id}`,
  });
  const [buyer, other] = [await app.createUser(), await app.createUser()];
  const handsOf = (user: TestUser | null) => app.caller(user).hands;
  const expectClosedTo = async (user: TestUser | null) => {
    await expect(handsOf(user).inLesson({ sessionId: session.id })).rejects.toThrow();
    await expect(handsOf(user).get({ id })).rejects.toThrow();
    await expect(handsOf(user).get({ id, decision: 0 })).rejects.toThrow();
  };
  for (const user of [buyer, other, null]) await expectClosedTo(user);
  await buy(app, buyer, session);
  const listed = await handsOf(buyer).inLesson({ sessionId: session.id });
  expect(listed.map(({ ref, handId }) => [ref, handId])).toEqual([
    [title, id],
    [id, id],
  ]);
  // The line shows only the beginning of the hand, because the rest could reveal the answer to a question about it.
  expect(listed[0]?.line.split(' · ')).toHaveLength(2);
  expect((await handsOf(buyer).get({ id })).lesson).not.toBe('');
  expect(await learning(buyer).search({ q: 'paired' })).toMatchObject([{ sessionId: session.id }]);
  expect(await learning(other).search({ q: 'paired' })).toEqual([]);
  await changePurchases(app, buyer, { status: 'refunded' });
  for (const user of [buyer, other, null]) await expectClosedTo(user);
});

describe('learning search', () => {
  it('finds sessions, PDFs and coaching plans, and marks those that the user cannot open', async () => {
    const hits = await learning(await app.createUser()).search({ q: 'solvers' });
    expect(hits).toHaveLength(3);
    expect(hits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'session', sessionId: locked.id, accessible: false }),
        expect.objectContaining({ kind: 'pdf', title: 'Solver notebook', accessible: false }),
        expect.objectContaining({ kind: 'plan', pdfNumber: 9, requiredPlan: 'diamond', accessible: false }),
      ]),
    );
  });

  it('searches the text of a session only for users who can open the session, so that the search reveals nothing to others', async () => {
    const user = await app.createUser();
    expect(await learning(user).search({ q: 'zeppelin' })).toMatchObject([
      { kind: 'session', sessionId: open.id, accessible: true },
    ]);
    expect(await learning(user).search({ q: 'quetzal' })).toEqual([]);
    await buy(app, user, locked);
    expect(await learning(user).search({ q: 'quetzal' })).toMatchObject([{ sessionId: locked.id }]);
    await changePurchases(app, user, { status: 'refunded' });
    expect(await learning(user).search({ q: 'quetzal' })).toEqual([]);
  });

  it('finds the user’s own notes, including the notes of a progress entry', async () => {
    const user = await app.createUser();
    await learning(user).addNote({
      place: { kind: 'session', id: open.id, atSeconds: 7 },
      text: 'Never slowplay pelicans',
    });
    app.clock.advance(1_000);
    await learning(user).reportProgress({ sessionId: open.id, notes: 'More pelicans' });
    expect(await learning(user).search({ q: 'pelican' })).toMatchObject([
      { kind: 'note', noteId: null, text: 'More pelicans' },
      { kind: 'note', title: 'Reading rivers', place: { atSeconds: 7 }, text: 'Never slowplay pelicans' },
    ]);
  });

  it('returns the newest note first, whether it is on a session or a coaching plan', async () => {
    const user = await app.createUser();
    const updated_at = app.deps.now();
    const older = { user_id: user.userId, session_id: open.id, text: 'An older ostrich', updated_at };
    await app.deps.db
      .insertInto('session_notes')
      .values(Array.from({ length: learningLimits.searchHits }, () => older))
      .execute();
    await app.deps.db
      .insertInto('session_notes')
      .values({
        user_id: user.userId,
        pdf_number: 9,
        page: 2,
        text: 'A newer ostrich',
        updated_at: new Date(updated_at.getTime() + 1_000),
      })
      .execute();
    const hits = await learning(user).search({ q: 'ostrich' });
    expect(hits).toHaveLength(learningLimits.searchHits);
    expect(hits[0]).toMatchObject({ kind: 'note', text: 'A newer ostrich' });
  });

  it.each(['"', "'", '\\', ':*', '&|!()', 'the', '-', "a' or 1=1 --", '日本', '%_%', '<->'])(
    'returns no hits and no error for %j',
    async (q) => {
      expect(await learning(await app.createUser()).search({ q })).toEqual([]);
    },
  );

  it('records the number of hits, but not the search text', async () => {
    const user = await app.createUser();
    await learning(user).search({ q: 'solver zanzibar' });
    const events = await app.deps.db
      .selectFrom('analytics_events')
      .select(['event_name', 'properties'])
      .where('user_id', '=', user.userId)
      .execute();
    expect(events).toEqual([{ event_name: 'search_made', properties: { count: 0 } }]);
  });
});
