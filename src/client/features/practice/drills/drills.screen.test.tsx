import { fireEvent, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { askedQuestion, verifiedStudent } from '../../../../server/coaching/testing/asked-questions.ts';
import { choiceDrill } from '../../../../server/practice/testing/test-decks.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';
import type { Screen } from '../../../../testing/screen/open-screen.ts';

const fixture = coachedAcademy();

const drills = () => fixture.academy.caller(fixture.coach).drills;

const field = (page: Screen, name: string | RegExp) => page.getByRole('textbox', { name });

it('a coach creates a deck and its first drill, and missing values are reported at their fields', async () => {
  const page = await fixture.open('/coach?view=drills', fixture.coach);
  await page.findByText('There are no drills yet');
  await page.user.click(page.getByRole('link', { name: 'New drill' }));
  await page.findByText('There are no decks yet. Create one in the list of drills.');
  await page.findByText(/^The academy has no hands yet\./);
  await page.user.click(page.getByRole('button', { name: 'Back to the drills' }));
  await page.user.click(await page.findByRole('button', { name: 'New deck' }));
  const dialog = await page.findByRole('dialog', { name: 'New deck' });
  page.fill(within(dialog).getByRole('textbox', { name: 'Name' }), 'Prices');
  await page.user.click(within(dialog).getByRole('button', { name: 'Create the deck' }));
  await page.readMessage('Deck created');
  // The message appears before the list of the new deck.
  await waitFor(() => expect(page.url()).toContain('deck='));
  await page.user.click(await page.findByRole('link', { name: 'New drill' }));
  await page.findByRole('option', { name: 'Prices' });
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Kind' }), 'Number in percent');
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Deck' }), 'Prices');
  page.fill(field(page, /^Hole cards/), 'As Ks');
  page.fill(field(page, /^Board/), 'As 7h');
  const save = () => page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  await save();
  await page.findByText('The same card appears twice');
  await page.findByText('Enter a whole number from 0 to 100');
  await page.findByText('Write the question');
  await page.findByText('Choose a leak from the list');
  page.fill(field(page, /^Board/), '2s 7s Jh');
  page.fill(field(page, 'Right answer, in percent'), '35');
  page.fill(field(page, 'Question'), 'How often do you make the flush?');
  page.fill(field(page, 'Explanation'), 'Nine cards of 47, twice.');
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Leak' }), 'River calls');
  const restore = page.network.fail('drills.save', { status: 500, code: 'internal' });
  await save();
  await page.findByText('The drill may have been saved');
  restore();
  const message = 'This deck is full';
  const restoreDeck = page.network.fail('drills.save', {
    status: 400,
    code: 'invalid_input',
    message,
    fields: { deckId: message },
  });
  const release = page.network.hold('drills.save');
  await save();
  page.fill(field(page, 'Question'), 'How often do you make the flush by the river?');
  release();
  await page.findByText('The drill was not saved');
  expect(page.getAllByText(message)).toHaveLength(1);
  restoreDeck();
  page.fill(field(page, 'Question'), 'How often do you make the flush?');
  await save();
  await page.readMessage('Drill saved');
  await page.findByRole('link', { name: 'How often do you make the flush?' });
  const [saved] = (await drills().figures({})).items;
  expect(await drills().edited({ id: saved?.id ?? '' })).toMatchObject({
    body: { kind: 'odds', board: [expect.any(Number), expect.any(Number), expect.any(Number)], answer: 35 },
  });
});

it('a deck and a drill are created only once, even if they are sent again after a lost response', async () => {
  const page = await fixture.open('/coach?view=drills', fixture.coach);
  const lose = (call: string) =>
    page.network.changeResponse(call, () => {
      throw new TypeError('Failed to fetch');
    });
  await page.user.click(await page.findByRole('button', { name: 'New deck' }));
  const dialog = await page.findByRole('dialog', { name: 'New deck' });
  page.fill(within(dialog).getByRole('textbox', { name: 'Name' }), 'Lost prices');
  const create = () => page.user.click(within(dialog).getByRole('button', { name: 'Create the deck' }));
  let restore = lose('drills.createDeck');
  await create();
  await page.findByText('The deck may have been created');
  restore();
  await create();
  await page.readMessage('Deck created');
  // The message appears before the list of the new deck.
  await waitFor(() => expect(page.url()).toContain('deck='));
  const decks = (await drills().coachDecks()).filter(({ title }) => title === 'Lost prices');
  expect(decks).toHaveLength(1);

  await page.user.click(await page.findByRole('link', { name: 'New drill' }));
  await page.findByRole('option', { name: 'Lost prices' });
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Kind' }), 'Number in percent');
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Deck' }), 'Lost prices');
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Leak' }), 'River calls');
  page.fill(field(page, 'Right answer, in percent'), '25');
  page.fill(field(page, 'Question'), 'What does half the pot ask for?');
  page.fill(field(page, 'Explanation'), 'One to win three.');
  const save = () => page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  restore = lose('drills.save');
  await save();
  await page.findByText('The drill may have been saved');
  restore();
  await save();
  await page.readMessage('Drill saved');
  expect((await drills().figures({ deckId: decks[0]?.id })).items).toHaveLength(1);
});

it('a coach who leaves the editor with typed text is asked for confirmation; a save does not overwrite another coach’s version without a warning', async () => {
  const { id: deckId } = await drills().createDeck({ title: 'Rivers', place: null });
  const { id } = await drills().save({ ...choiceDrill, deckId, prompt: 'How often must a call win?' });
  const page = await fixture.open(`/coach?view=drills&deck=${deckId}`, fixture.coach);
  await page.user.click(await page.findByRole('link', { name: 'How often must a call win?' }));
  await page.findByRole('heading', { name: 'Edit the drill' });
  page.fill(field(page, 'Explanation'), 'My own words.');
  await page.user.click(page.getByRole('button', { name: 'Back to the drills' }));
  await page.user.click(await page.findByRole('button', { name: 'Keep editing' }));
  expect(field(page, 'Explanation')).toHaveValue('My own words.');
  await drills().save({
    ...choiceDrill,
    id,
    deckId,
    prompt: 'How often must a call win?',
    reason: 'Theirs.',
  });
  await page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  await page.findByText('This drill was changed in another tab or by another coach');
  expect(await drills().edited({ id })).toMatchObject({ reason: 'Theirs.', version: 2 });
  await page.user.click(page.getByRole('button', { name: 'Keep what I typed' }));
  await page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  await page.readMessage('Drill saved');
  expect(await drills().edited({ id })).toMatchObject({ reason: 'My own words.', version: 3 });
  await page.user.click(await page.findByRole('button', { name: /^Archive.*How often must a call win/ }));
  await page.readMessage('Drill archived');
  await page.findByText('No drill matches');
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Show' }), 'Archived');
  await page.user.click(await page.findByRole('button', { name: /^Restore.*How often must a call win/ }));
  await page.readMessage('Drill restored');
  expect(await drills().edited({ id })).toMatchObject({ isArchived: false });
});

it('a coach who saves a drill that another coach has archived sees a conflict first, and can then save the drill', async () => {
  const { id: deckId } = await drills().createDeck({ title: 'Blinds', place: null });
  const { id } = await drills().save({ ...choiceDrill, deckId });
  const page = await fixture.open(`/coach?view=drills&drill=${id}`, fixture.coach);
  await page.findByRole('heading', { name: 'Edit the drill' });
  page.fill(field(page, 'Explanation'), 'My own words.');
  await drills().archive({ id, isArchived: true });
  await page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  await page.findByText('This drill was changed in another tab or by another coach');
  await page.findByText(/· archived$/);
  await page.user.click(page.getByRole('button', { name: 'Keep what I typed' }));
  await page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  await page.readMessage('Drill saved');
  expect(await drills().edited({ id })).toMatchObject({ reason: 'My own words.', isArchived: true });
});

it('a conflict that is not about another coach’s change shows its own message, even after the coach has archived the drill in its editor', async () => {
  const { id: deckId } = await drills().createDeck({ title: 'Raises', place: null });
  const { id } = await drills().save({ ...choiceDrill, deckId });
  const page = await fixture.open(`/coach?view=drills&drill=${id}`, fixture.coach);
  await page.user.click(await page.findByRole('button', { name: 'Archive' }));
  await page.findByText(/· archived$/);
  await page.settle();
  page.fill(field(page, 'Explanation'), 'My own words.');
  const message = 'This deck already has a drill for the same question.';
  page.network.fail('drills.save', { status: 409, code: 'conflict', message });
  await page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  await page.findByText(message);
  await page.settle();
  expect(page.getByText(message)).toBeVisible();
});

it('archiving a drill in its editor keeps the focus on the button', async () => {
  const { id: deckId } = await drills().createDeck({ title: 'Bluffs', place: null });
  const { id } = await drills().save({ ...choiceDrill, deckId });
  const page = await fixture.open(`/coach?view=drills&drill=${id}`, fixture.coach);
  await page.user.click(await page.findByRole('button', { name: 'Archive' }));
  expect(await page.findByRole('button', { name: 'Restore' })).toHaveFocus();
});

it('after a conflict, “Discard what I typed” keeps the text until the other coach’s version has loaded', async () => {
  const { id: deckId } = await drills().createDeck({ title: 'Turns', place: null });
  const { id } = await drills().save({ ...choiceDrill, deckId });
  const page = await fixture.open(`/coach?view=drills&drill=${id}`, fixture.coach);
  await page.findByRole('heading', { name: 'Edit the drill' });
  page.fill(field(page, 'Explanation'), 'My own words.');
  await drills().save({ ...choiceDrill, id, deckId, reason: 'Theirs.' });
  await page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  const discard = await page.findByRole('button', { name: 'Discard what I typed' });
  const restore = page.network.fail('drills.edited', { status: 500, code: 'internal' });
  await page.user.click(discard);
  await page.readMessage('The new version could not be loaded');
  expect(field(page, 'Explanation')).toHaveValue('My own words.');
  restore();
  await page.user.click(discard);
  await waitFor(() => expect(field(page, 'Explanation')).toHaveValue('Theirs.'));
});

it('with the key C, a coach makes a drill from the answer to a question, if the student allows the academy to use the hand', async () => {
  await drills().createDeck({ title: 'Of questions', place: null });
  const student = await verifiedStudent(fixture.academy);
  const id = await askedQuestion(fixture.academy, student);
  const page = await fixture.open(`/coach?question=${id}`, fixture.coach);
  await page.findByText(/does not allow the academy to use this hand/);
  await fixture.academy.deps.db
    .updateTable('questions')
    .set({ allow_library: true })
    .where('id', '=', id)
    .execute();
  await page.reload();
  page.fill(await page.findByRole('textbox', { name: 'The reason' }), 'You beat no value.');
  for (const [index, weight] of page.getAllByRole('textbox', { name: 'Weight' }).entries()) {
    if (index < 2) page.fill(weight, index === 0 ? '100' : '0');
  }
  fireEvent.keyDown(document.body, { key: 'c' });
  const dialog = await page.findByRole('dialog', { name: 'Make a drill from this decision' });
  // Only the two options whose weight was filled in, with 100 and 0, become options of the drill.
  expect(within(dialog).getAllByRole('textbox', { name: 'Weight' })).toHaveLength(2);
  expect(within(dialog).getByRole('textbox', { name: 'Explanation' })).toHaveValue('You beat no value.');
  await within(dialog).findByRole('option', { name: 'Of questions' });
  await page.user.selectOptions(within(dialog).getByRole('combobox', { name: 'Deck' }), 'Of questions');
  await page.user.selectOptions(within(dialog).getByRole('combobox', { name: 'Leak' }), 'River calls');
  await page.user.click(within(dialog).getByRole('button', { name: 'Make the drill' }));
  await page.readMessage('Drill created');
  await waitFor(async () =>
    expect((await drills().figures({})).items[0]).toMatchObject({
      kind: 'decision',
      prompt: 'Is a raise ever right?',
      deckTitle: 'Of questions',
    }),
  );
});

it('a deleted session in the field “Where it is taught” of a drill is marked as no longer in the shop, and can be removed', async () => {
  const { products } = fixture.academy.caller(fixture.admin).admin;
  const session = await products.create({
    type: 'session',
    productNumber: 3,
    title: 'River Decisions',
    description: 'About it',
    price: 1_999,
    isActive: true,
    isFree: false,
    estimatedDuration: 30,
  });
  const { id: deckId } = await drills().createDeck({ title: 'Rivers', place: null });
  const place = { kind: 'session' as const, id: session.id };
  const { id } = await drills().save({ ...choiceDrill, deckId, place, prompt: 'Who teaches this?' });
  await products.delete({ id: session.id });
  const page = await fixture.open(`/coach?view=drills&deck=${deckId}`, fixture.coach);
  await page.user.click(await page.findByRole('link', { name: 'Who teaches this?' }));
  const taught = await page.findByRole('combobox', { name: /^Where it is taught/ });
  await waitFor(() => expect(taught).toHaveDisplayValue('No longer in the shop'));
  await page.user.selectOptions(taught, 'None');
  await page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  await page.readMessage('Drill saved');
  expect(await drills().edited({ id })).toMatchObject({ place: null });
});

it('if the coach opens a second drill while the first is being saved, the second one stays open', async () => {
  const { id: deckId } = await drills().createDeck({ title: 'Turns', place: null });
  const { id } = await drills().save({ ...choiceDrill, deckId, prompt: 'The first one?' });
  await drills().save({ ...choiceDrill, deckId, prompt: 'The second one?' });
  const page = await fixture.open(`/coach?view=drills&deck=${deckId}`, fixture.coach);
  await page.user.click(await page.findByRole('link', { name: 'The first one?' }));
  await page.findByRole('heading', { name: 'Edit the drill' });
  page.fill(field(page, 'Explanation'), 'My own words.');
  const release = page.network.hold('drills.save');
  await page.user.click(page.getByRole('button', { name: 'Save the drill' }));
  await page.user.click(page.getByRole('button', { name: 'Back to the drills' }));
  await page.user.click(await page.findByRole('button', { name: 'Discard' }));
  await page.user.click(await page.findByRole('link', { name: 'The second one?' }));
  await page.findByRole('heading', { name: 'Edit the drill' });
  const url = page.url();
  release();
  await page.readMessage('Drill saved');
  await page.settle();
  expect(page.url()).toBe(url);
  expect(await drills().edited({ id })).toMatchObject({ reason: 'My own words.' });
});
