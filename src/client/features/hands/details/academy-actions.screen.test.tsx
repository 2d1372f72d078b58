import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createCoach } from '../../../../server/coaching/testing/asked-questions.ts';
import { storeAcademyHands } from '../../../../server/hands/academy-hands.operations.ts';
import { savedText } from '../../../../server/hands/testing/saved-texts.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const title = 'Thin value on a paired river';

const academy = setUpTestApp();
let coach: TestUser;
let id: string;
let screen: Screen;

beforeAll(async () => {
  coach = await createCoach(academy, await academy.createUser({ role: 'admin' }));
});
beforeEach(async () => {
  await academy.deps.db.deleteFrom('hands').execute();
  id = (await storeAcademyHands(academy.deps)).get('thin-value') ?? '';
});

async function openHand(as: TestUser): Promise<Screen> {
  screen = await openScreen(academy, `/hands/${id}`, { as });
  await screen.findByRole('heading', { level: 1, name: title });
  return screen;
}

it('a coach edits the title and the lesson; an edit that another coach made meanwhile is shown before it is replaced', async () => {
  const page = await openHand(coach);
  expect(page.queryByRole('button', { name: 'Attach to a session or PDF' })).toBeNull();
  await page.user.click(await page.findByRole('button', { name: 'Edit title and lesson' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Edit this hand' }));
  page.fill(dialog.getByRole('textbox', { name: 'Title' }), '');
  await page.user.click(dialog.getByRole('button', { name: 'Save the hand' }));
  await dialog.findByText('Enter a title');

  const { hands } = academy.caller(coach);
  const editedFrom = (await hands.get({ id })).academy?.updatedAt ?? '';
  await hands.editAcademyHand({ id, title, lesson: 'Their lesson.', editedFrom });
  page.fill(dialog.getByRole('textbox', { name: 'Title' }), 'Thin value');
  page.fill(dialog.getByRole('textbox', { name: 'What it teaches' }), 'My lesson.');
  await page.user.click(dialog.getByRole('button', { name: 'Save the hand' }));
  await dialog.findByText(/^This hand was changed while you edited it\./);
  await page.findByText('Their lesson.');
  await page.user.click(dialog.getByRole('button', { name: 'Save the hand' }));
  await page.findByRole('heading', { level: 1, name: 'Thin value' });
  expect(await hands.get({ id })).toMatchObject({ title: 'Thin value', lesson: 'My lesson.' });
});

it('after a conflict, an unchanged field shows the other coach’s text, and a message at a changed field quotes that text', async () => {
  const page = await openHand(coach);
  await page.user.click(await page.findByRole('button', { name: 'Edit title and lesson' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Edit this hand' }));
  const { hands } = academy.caller(coach);
  const editedFrom = (await hands.get({ id })).academy?.updatedAt ?? '';
  await hands.editAcademyHand({ id, title: 'Their title', lesson: 'Their lesson.', editedFrom });
  page.fill(dialog.getByRole('textbox', { name: 'What it teaches' }), 'My lesson.');
  const save = () => page.user.click(dialog.getByRole('button', { name: 'Save the hand' }));
  await save();
  await dialog.findByText(/^“Their lesson\.” was saved in the meantime/);
  expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Their title');
  await page.settle();
  await save();
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(await hands.get({ id })).toMatchObject({ title: 'Their title', lesson: 'My lesson.' });
});

it('a coach withdraws a hand after a confirmation, and publishes it again', async () => {
  const page = await openHand(coach);
  await page.user.click(await page.findByRole('button', { name: 'Withdraw...' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Withdraw this hand?' }));
  dialog.getByText(/Homework that links to it keeps its text, without the link/);
  await page.user.click(dialog.getByRole('button', { name: 'Withdraw the hand' }));
  await page.findByText(/^Not published: /);
  const student = await academy.createUser({ password: testPassword });
  expect((await academy.caller(student).hands.academy()).map((hand) => hand.id)).not.toContain(id);

  await page.user.click(page.getByRole('link', { name: /All hands/ }));
  const listed = await page.findByRole('link', { name: `${title} Not published` });
  expect(listed).toHaveAttribute('href', expect.stringContaining(`/hands/${id}`));
  await page.goTo(`/hands/${id}`);
  await page.user.click(await page.findByRole('button', { name: 'Publish for students' }));
  await page.findByRole('button', { name: 'Withdraw...' });
  expect((await academy.caller(student).hands.academy()).map((hand) => hand.id)).toContain(id);
});

it('a hand that an admin publishes can immediately be chosen as the hand of the day', async () => {
  await academy.deps.db.deleteFrom('hands').execute();
  const owner = await academy.createUser({ role: 'admin', password: testPassword });
  await savedText(academy, owner);
  const { coaching } = academy.caller(owner).admin;
  await coaching.grantCoach({ userId: owner.userId, displayName: 'Olive', weeklyCapacity: 20 });
  const page = await openScreen(academy, '/coach?view=daily', { as: owner });
  screen = page;
  // Follows links, because opening a URL would load all data again.
  const follow = (name: string | RegExp) =>
    fireEvent.click(page.getAllByRole('link', { name, hidden: true })[0] ?? document.body);
  const openForm = async () => {
    await page.user.click(
      (await page.findAllByRole('button', { name: /^Choose a hand/ }))[0] ?? document.body,
    );
    return within(await page.findByRole('dialog', { name: /^Hand of / }));
  };
  const none = /^The academy has no hands yet\./;
  const hint = within(await (await openForm()).findByText(none));
  await page.user.click(hint.getByRole('link', { name: 'hands' }));
  const link = await page.findByRole('link', { name: /Q♣/ });
  await page.user.click(link);
  await page.user.click(await page.findByRole('button', { name: 'Publish for students' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Publish this hand?' }));
  page.fill(dialog.getByRole('textbox', { name: 'Title' }), title);
  page.fill(dialog.getByRole('textbox', { name: 'What it teaches' }), 'Bet small.');
  await page.user.click(dialog.getByRole('button', { name: 'Publish' }));
  await page.findByRole('button', { name: 'Withdraw...' });
  follow('Student questions');
  await page.findByRole('heading', { level: 1, name: 'Student questions' });
  await page.user.click(page.getAllByRole('link', { name: 'Hand of the day' }).at(-1) ?? document.body);
  const form = await openForm();
  await form.findByRole('option', { name: title });
  expect(form.queryByText(none)).toBeNull();
});

it('a student has no buttons to edit, withdraw or publish a hand of the academy', async () => {
  const page = await openHand(await academy.createUser({ password: testPassword }));
  await page.findByRole('button', { name: 'Print' });
  for (const name of ['Edit title and lesson', 'Withdraw...', 'Publish for students']) {
    expect(page.queryByRole('button', { name })).toBeNull();
  }
});
