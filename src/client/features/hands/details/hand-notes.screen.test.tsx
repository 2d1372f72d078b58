import { waitFor } from '@testing-library/dom';
import { beforeEach, expect, it } from 'vitest';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let id: string;
let screen: Screen;

beforeEach(async () => {
  student = await academy.createUser({ password: testPassword });
  ({ id } = await hands().saveBuilt({ hand: findAcademyHand('check-raise').hand, title: '' }));
});

const hands = () => academy.caller(student).hands;

/** At the third step, the big blind is posted by action 1. */
async function openNotes(): Promise<void> {
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await showNotes();
}

async function showNotes(): Promise<void> {
  await screen.user.click(await screen.findByRole('tab', { name: 'Notes' }));
  screen.getByRole('region', { name: 'Replayer' }).focus();
  await screen.user.keyboard('{Home}{ArrowRight}{ArrowRight}');
}

const atAction = 1;
const places = [
  {
    place: 'the whole hand',
    name: 'About the whole hand',
    save: (note: string) => hands().update({ id, note }),
    read: async () => (await hands().get({ id })).own?.note,
  },
  {
    place: 'an action',
    name: 'Here: Hero posts 1 bb.',
    save: (text: string) => hands().noteAction({ id, atAction, text }),
    read: async () => (await hands().get({ id })).own?.notes.find((note) => note.atAction === atAction)?.text,
  },
];

const saveNote = () => screen.user.click(screen.getByRole('button', { name: 'Save the note' }));
const meanwhile = (text: string) =>
  `“${text}” was saved in the meantime. Save again to use what you entered.`;

it.each(places)(
  'a note on $place that was changed in another tab is not overwritten before the student has seen it, even after a reload',
  async ({ name, save, read }) => {
    await save('Bet');
    await openNotes();
    const field = () => screen.findByRole('textbox', { name });
    await waitFor(async () => expect(await field()).toHaveValue('Bet'));
    screen.fill(await field(), 'Bet small');
    await save('Check');
    await screen.reload();
    await showNotes();
    expect(await field()).toHaveValue('Bet small');
    await saveNote();
    await screen.readMessage('Your note was not saved', /^This note was changed after you opened it/);
    await waitFor(async () => expect(await field()).toHaveAccessibleDescription(meanwhile('Check')));
    expect(await field()).toHaveValue('Bet small');
    expect(await read()).toBe('Check');
    // Both texts stay visible while the student combines them.
    screen.fill(await field(), 'Check, or bet small');
    expect(await field()).toHaveAccessibleDescription(meanwhile('Check'));
    await saveNote();
    await waitFor(async () => expect(await read()).toBe('Check, or bet small'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the note' })).toBeNull());
    expect(await field()).toHaveAccessibleDescription('');
  },
);

it('after a conflict, the student can take the stored note, and the field has the focus', async () => {
  await openNotes();
  const field = await screen.findByRole('textbox', { name: 'About the whole hand' });
  screen.fill(field, 'Bet small');
  expect(screen.queryByRole('button', { name: 'Discard what I typed' })).toBeNull();
  await hands().update({ id, note: 'Check' });
  await saveNote();
  await screen.user.click(await screen.findByRole('button', { name: 'Discard what I typed' }));
  expect(field).toHaveValue('Check');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Save the note' })).toBeNull();
  await screen.reload();
  await showNotes();
  expect(await screen.findByRole('textbox', { name: 'About the whole hand' })).toHaveValue('Check');
});

it('a note that was removed in another tab is reported as empty', async () => {
  await hands().noteAction({ id, atAction, text: 'Bet' });
  await openNotes();
  const field = await screen.findByRole('textbox', { name: 'Here: Hero posts 1 bb.' });
  screen.fill(field, 'Bet small');
  await hands().noteAction({ id, atAction, text: '' });
  await saveNote();
  await waitFor(() => expect(field).toHaveAccessibleDescription(meanwhile('empty')));
});

it('what is typed while a note is being saved stays, and can be saved without a conflict', async () => {
  await openNotes();
  const field = await screen.findByRole('textbox', { name: 'About the whole hand' });
  screen.fill(field, 'Bet ');
  const release = screen.network.hold('hands.update');
  await saveNote();
  screen.fill(field, 'Bet small');
  release();
  await waitFor(async () => expect((await hands().get({ id })).own?.note).toBe('Bet'));
  await screen.settle();
  expect(field).toHaveValue('Bet small');
  await saveNote();
  await waitFor(async () => expect((await hands().get({ id })).own?.note).toBe('Bet small'));
});
