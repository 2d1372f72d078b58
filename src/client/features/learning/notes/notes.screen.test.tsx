import { randomUUID } from 'node:crypto';
import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import type { AdminActor } from '../../../../server/actor.ts';
import { createCoach } from '../../../../server/coaching/testing/asked-questions.ts';
import { createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import { inTransaction } from '../../../../server/platform/db/database.ts';
import { newDeckCode } from '../../../../server/practice/decks.operations.ts';
import { saveOwnDeck } from '../../../../server/practice/decks.queries.ts';
import { insertDrill } from '../../../../server/practice/drills.queries.ts';
import { choiceDrill, createTestDeck } from '../../../../server/practice/testing/test-decks.ts';
import { buildHand } from '../../../../shared/poker/build-hand.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const steal = buildHand(`nlhe cash USD 0.25/0.5, 6-max, button 1
  1 BTN 50 AhKh hero
  2 SB 50
  3 BB 50
  preflop r1.25 f f`);

const academy = setUpTestApp();
let student: TestUser;
let admin: TestUser;
let session: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  session = await createTestProduct(academy, admin as AdminActor, {
    type: 'session',
    // Sessions 1 and 2 are open to all logged-in users.
    productNumber: 1,
    title: 'Reading rivers',
    content: 'Text',
  });
});

it('an empty list explains what notes are for', async () => {
  screen = await openScreen(academy, '/notes', { as: student });
  await screen.findByRole('heading', { name: 'No notes yet' });
  expect(screen.getByRole('link', { name: 'Open my library' })).toHaveAttribute('href', '/coaching');
});

it('notes are listed by position with links, and can be filtered', async () => {
  const { learning } = academy.caller(student);
  await learning.addNote({
    place: { kind: 'session', id: session.id, atSeconds: 90 },
    text: 'Turn: check more',
  });
  await learning.addNote({
    place: { kind: 'session', id: session.id, atSeconds: 12 },
    text: 'Flop: bet small',
  });
  screen = await openScreen(academy, '/notes', { as: student });
  const region = within(await screen.findByRole('region', { name: 'Reading rivers' }));
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Go to 0:12Flop: bet small',
    'Go to 1:30Turn: check more',
  ]);
  expect(region.getByRole('link', { name: 'Go to 1:30' })).toHaveAttribute(
    'href',
    `/coaching/${session.id}?at=90`,
  );
  await screen.user.type(screen.getByRole('searchbox', { name: 'Filter' }), 'TURN');
  await screen.findByText('1 of 2 notes');
  expect(region.getAllByRole('listitem')).toHaveLength(1);
  await screen.user.type(screen.getByRole('searchbox', { name: 'Filter' }), 'x');
  await screen.findByText('0 of 2 notes');
  await screen.user.click(screen.getByRole('button', { name: 'Download notes' }));
  await waitFor(() => expect(screen.downloads).toEqual(['my-notes.md']));
  await screen.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('2 notes');
  expect(screen.getByRole('searchbox', { name: 'Filter' })).toHaveValue('');
});

it('a list of more than 100 notes shows the first 100, and “Load more notes” shows the others', async () => {
  const writer = await academy.createUser({ password: testPassword });
  await academy.deps.db
    .insertInto('session_notes')
    .values(
      Array.from({ length: 103 }, (_, index) => ({
        user_id: writer.userId,
        session_id: session.id,
        at_seconds: index,
        text: `Note ${index}`,
      })),
    )
    .execute();
  screen = await openScreen(academy, '/notes', { as: writer });
  const region = within(await screen.findByRole('region', { name: 'Reading rivers' }));
  expect(region.getAllByRole('listitem')).toHaveLength(100);
  expect(screen.getByText('103 notes')).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: 'Load more notes' }));
  await screen.findByText('Note 102');
  expect(region.getAllByRole('listitem')).toHaveLength(103);
  expect(screen.queryByRole('button', { name: 'Load more notes' })).toBeNull();
});

it('before the video has played, a note is added at the time in the URL, not at the saved position', async () => {
  const { id } = await createTestProduct(academy, admin as AdminActor, {
    type: 'session',
    productNumber: 3,
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  });
  await academy.caller(admin).learning.reportProgress({ sessionId: id, position: 30, addSeconds: 1 });
  screen = await openScreen(academy, `/coaching/${id}?at=90`, { as: admin });
  expect(await screen.findByRole('button', { name: 'Add note at 1:30' })).toBeVisible();

  // An unsaved note keeps the position at which it was begun, even if the page then opens at another position.
  screen.fill(screen.getByRole('textbox', { name: 'New note' }), 'Begun at 1:30');
  await screen.goTo(`/coaching/${id}?at=10`);
  expect(await screen.findByRole('textbox', { name: 'New note' })).toHaveValue('Begun at 1:30');
  await screen.user.click(screen.getByRole('button', { name: 'Add note at 1:30' }));
  expect(await screen.findByRole('button', { name: 'Add note at 0:10' })).toBeVisible();
  const [note] = await academy.caller(admin).learning.listNotes({ kind: 'session', id });
  expect(note).toMatchObject({ text: 'Begun at 1:30', place: { atSeconds: 90 } });
});

it('a reload keeps the video’s position, even before the server has stored it, and the position of an unsaved note', async () => {
  const { id } = await createTestProduct(academy, admin as AdminActor, {
    type: 'session',
    productNumber: 4,
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  });
  const place = { kind: 'session', id, atSeconds: 90 } as const;
  await academy.caller(admin).learning.addNote({ place, text: 'Turn' });
  screen = await openScreen(academy, `/coaching/${id}`, { as: admin });
  await screen.findByRole('button', { name: 'Go to 1:30' });
  screen.network.fulfill(`/api/coaching/progress/${id}`, () => Response.json({}));
  const newNote = () => screen.findByRole('textbox', { name: 'New note' });
  await screen.user.type(await newNote(), 'Bet');
  await screen.user.click(screen.getByRole('button', { name: 'Go to 1:30' }));
  await screen.reload();
  await screen.findByRole('button', { name: /^Continue at 1:30/ });
  expect(await newNote()).toHaveValue('Bet');
  await screen.user.type(await newNote(), ' more');
  await screen.user.click(screen.getByRole('button', { name: 'Add note at 0:00' }));
  await screen.findByRole('button', { name: 'Add note at 1:30' });
});

it('a student who is logged out before a note is saved can log in on the page, and the note is saved', async () => {
  const writer = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: writer });
  screen.fill(await screen.findByRole('textbox', { name: 'New note' }), 'A long note');
  await academy.deps.db.deleteFrom('sessions').where('user_id', '=', writer.userId).execute();
  await screen.user.click(screen.getByRole('button', { name: 'Add note' }));
  const logIn = within(await screen.findByRole('dialog', { name: 'You were logged out' }));
  screen.fill(logIn.getByLabelText('Your password'), testPassword);
  await screen.user.click(logIn.getByRole('button', { name: 'Log in and continue' }));
  await screen.findByText('A long note', { ignore: 'textarea' });
});

it('what is typed while an edited note is being saved stays in the form', async () => {
  const writer = await academy.createUser({ password: testPassword });
  await academy.caller(writer).learning.addNote({ place: { kind: 'session', id: session.id }, text: 'Bet' });
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: writer });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit note' }));
  const field = screen.getByRole('textbox', { name: 'Note' });
  screen.fill(field, 'Bet small');
  const release = screen.network.hold('learning.updateNote');
  await screen.user.click(screen.getByRole('button', { name: 'Save note' }));
  screen.fill(field, 'Bet small on the river');
  release();
  await screen.settle();
  expect(field).toHaveValue('Bet small on the river');
  await screen.user.click(await screen.findByRole('button', { name: 'Save note' }));
  await screen.findByRole('button', { name: 'Edit note' });
  await screen.findByText('Bet small on the river');
});

it('a note that was changed in another tab is not overwritten before the user has seen the change', async () => {
  const writer = await academy.createUser({ password: testPassword });
  const { learning } = academy.caller(writer);
  const { id } = await learning.addNote({ place: { kind: 'session', id: session.id }, text: 'Bet' });
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: writer });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit note' }));
  screen.fill(screen.getByRole('textbox', { name: 'Note' }), 'Bet small');
  await learning.updateNote({ id, text: 'Check' });
  await screen.reload();
  await screen.user.click(await screen.findByRole('button', { name: 'Save note' }));
  await screen.findByText('“Check” was saved in the meantime. Save again to use what you entered.');
  expect((await learning.allNotes({})).items.map(({ text }) => text)).toEqual(['Check']);
  await screen.user.click(screen.getByRole('button', { name: 'Save note' }));
  await screen.findByRole('button', { name: 'Edit note' });
  expect((await learning.allNotes({})).items.map(({ text }) => text)).toEqual(['Bet small']);
});

it('the text of a note that was deleted in another tab can be added as a new note', async () => {
  const writer = await academy.createUser({ password: testPassword });
  const { learning } = academy.caller(writer);
  const { id } = await learning.addNote({ place: { kind: 'session', id: session.id }, text: 'Bet' });
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: writer });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit note' }));
  screen.fill(screen.getByRole('textbox', { name: 'Note' }), 'Bet small');
  await learning.deleteNote({ id });
  await screen.user.click(screen.getByRole('button', { name: 'Save note' }));
  await screen.findByText(/^This note was deleted in another tab/);
  await screen.user.click(screen.getByRole('button', { name: 'Add as a new note' }));
  await screen.findByRole('button', { name: 'Edit note' });
  expect((await learning.allNotes({})).items.map(({ text }) => text)).toEqual(['Bet small']);
});

it('deleting a note that was deleted in another tab removes it from the list', async () => {
  const writer = await academy.createUser({ password: testPassword });
  const { learning } = academy.caller(writer);
  const { id } = await learning.addNote({ place: { kind: 'session', id: session.id }, text: 'Bet' });
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: writer });
  await screen.user.click(await screen.findByRole('button', { name: 'Delete note' }));
  await learning.deleteNote({ id });
  await screen.user.click(screen.getByRole('button', { name: 'Delete note' }));
  await waitFor(() => expect(screen.queryByText('Bet')).toBeNull());
});

it('notes can be filtered by the leaks that the drills of their session train', async () => {
  const river = await createTestProduct(academy, admin as AdminActor, {
    type: 'session',
    productNumber: 2,
    title: 'Bluffs on the river',
    content: 'Text',
  });
  await academy.caller(student).learning.addNote({
    place: { kind: 'session', id: river.id },
    text: 'Bluff with blockers',
  });
  await createTestDeck(academy, await createCoach(academy, admin), {
    place: { kind: 'session', id: river.id },
    drill: { ...choiceDrill, leak: 'river-bluff' },
  });
  screen = await openScreen(academy, '/notes', { as: student });
  await screen.findByText('Turn: check more');
  await screen.user.selectOptions(screen.getByRole('combobox', { name: 'Leak' }), 'River bluffs');
  await screen.settle();
  expect(screen.queryByText('Turn: check more')).not.toBeInTheDocument();
  expect(screen.getByText('Bluff with blockers')).toBeVisible();
  expect(screen.getByText('Leaks: River bluffs')).toBeVisible();
  // An earlier test created two of the three notes.
  expect(screen.getByText('1 of 3 notes')).toBeVisible();
});

it('a note with a hand has the leaks of the hand’s drills or, if the hand has no drills, the leaks of the note’s session', async () => {
  const writer = await academy.createUser({ password: testPassword });
  const { id: handId } = await academy.caller(writer).hands.saveBuilt({ hand: steal, title: 'A steal' });
  await createTestDeck(academy, await createCoach(academy, admin), {
    place: { kind: 'session', id: session.id },
    drill: { ...choiceDrill, leak: 'turn-barrel' },
  });
  const { learning } = academy.caller(writer);
  const at = { kind: 'session', id: session.id } as const;
  await learning.addNote({ place: at, text: 'Of the session' });
  await learning.addNote({ place: at, text: 'With a hand that nobody asked about', handId });
  const leaksOf = async (noteText: string) =>
    (await learning.allNotes({})).items.find(({ text }) => text === noteText)?.leaks;
  expect(await leaksOf('With a hand that nobody asked about')).toEqual(['turn-barrel']);
  const now = academy.deps.now();
  await inTransaction(academy.deps.db, async (trx) => {
    const deckId = await saveOwnDeck(trx, {
      userId: writer.userId,
      title: 'My mistakes',
      code: newDeckCode(),
      now,
    });
    await insertDrill(trx, {
      id: randomUUID(),
      deck_id: deckId,
      kind: 'decision',
      hand_id: handId,
      question_id: null,
      range_id: null,
      leak: 'open-too-tight',
      place: null,
      created_by: writer.userId,
      created_at: now,
    });
  });
  expect(await leaksOf('With a hand that nobody asked about')).toEqual(['open-too-tight']);
  expect(await leaksOf('Of the session')).toEqual(['turn-barrel']);
  screen = await openScreen(academy, '/notes', { as: writer });
  await screen.findByText('Leaks: Opening too tight');
  await screen.user.selectOptions(screen.getByRole('combobox', { name: 'Leak' }), 'Opening too tight');
  await screen.findByText('1 of 2 notes');
  expect(screen.queryByText('Of the session')).not.toBeInTheDocument();
});

it('a failed load of filtered notes keeps the filter field and the text in it', async () => {
  screen = await openScreen(academy, '/notes', { as: student });
  const filter = await screen.findByRole('searchbox', { name: 'Filter' });
  const restore = screen.network.drop('learning.allNotes');
  await screen.user.type(filter, 'bl');
  await screen.findByText('Your notes could not be loaded');
  await screen.user.type(filter, 'uf');
  restore();
  await screen.user.type(filter, 'f');
  await screen.findByText(/^\d of \d notes$/);
  expect(screen.getByRole('searchbox', { name: 'Filter' })).toHaveValue('bluff');
});

it('a failed load of the notes is reported and can be retried', async () => {
  screen = await openScreen(academy, '/notes', { as: student });
  await screen.findByRole('region', { name: 'Reading rivers' });
  const restore = screen.network.fail('learning.allNotes', { status: 500, code: 'internal' });
  await screen.reload();
  await screen.findByText('Your notes could not be loaded');
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', { name: 'Reading rivers' });
});

it('a visitor is sent to the login page, whose URL contains the path of the notes page', async () => {
  screen = await openScreen(academy, '/notes');
  await expect.poll(() => screen.url()).toBe('/auth?next=%2Fnotes');
});

it('one of the user’s hands is added to a note and appears on the notes page', async () => {
  await academy.caller(student).hands.saveBuilt({ hand: steal, title: 'A steal' });
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: student });
  screen.fill(await screen.findByRole('textbox', { name: 'New note' }), 'Open wider');
  await screen.user.click(screen.getByRole('button', { name: 'Add one of your hands' }));
  await screen.user.click(await screen.findByRole('button', { name: /A steal/ }));
  expect(await screen.findByRole('button', { name: 'Remove the hand' })).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: /^Add note/ }));
  await screen.user.click(await screen.findByRole('button', { name: 'Open the hand' }));
  expect(await screen.findByRole('region', { name: 'Replayer' })).toBeVisible();
  await screen.goTo('/notes');
  expect(await screen.findByRole('link', { name: /^Hand: BTN A♥/ })).toBeVisible();
});

it('a reload keeps unsaved changes: the removal of a note’s hand, and the hand of a new note', async () => {
  const writer = await academy.createUser({ password: testPassword });
  await academy.caller(writer).hands.saveBuilt({ hand: steal, title: 'A steal' });
  const [saved] = (await academy.caller(writer).hands.list({})).items;
  const place = { kind: 'session', id: session.id, atSeconds: null } as const;
  await academy.caller(writer).learning.addNote({ place, text: 'Open wider', handId: saved?.id ?? '' });
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: writer });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit note' }));
  const edited = () =>
    within(within(screen.getByRole('region', { name: 'Your notes' })).getByRole('listitem'));
  await screen.user.click(edited().getByRole('button', { name: 'Remove the hand' }));
  expect(edited().getByRole('button', { name: 'Add one of your hands' })).toHaveFocus();
  const [, inNewNote = document.body] = screen.getAllByRole('button', { name: 'Add one of your hands' });
  await screen.user.click(inNewNote);
  await screen.user.click(await screen.findByRole('button', { name: /A steal/ }));
  await screen.reload();
  expect(await screen.findByRole('button', { name: 'Remove the hand' })).toBeVisible();
  expect(edited().getByRole('button', { name: 'Add one of your hands' })).toBeVisible();
  await screen.user.click(edited().getByRole('button', { name: 'Save note' }));
  await expect
    .poll(
      async () =>
        (await academy.caller(writer).learning.listNotes({ kind: 'session', id: session.id }))[0]?.hand,
    )
    .toBeNull();
});

it('after a note was deleted, the focus stays in the list of notes', async () => {
  const { learning } = academy.caller(student);
  await learning.addNote({ place: { kind: 'session', id: session.id, atSeconds: null }, text: 'To delete' });
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: student });
  const item = within((await screen.findByText('To delete')).closest('li') ?? document.body);
  await screen.user.click(item.getByRole('button', { name: 'Delete note' }));
  await screen.user.click(item.getByRole('button', { name: 'Delete note' }));
  await waitFor(() => expect(screen.queryByText('To delete')).toBeNull());
  const notes = screen.getByRole('region', { name: 'Your notes' });
  await waitFor(() => expect(notes.contains(document.activeElement)).toBe(true));
});
