import { waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCoach } from '../../../../server/coaching/testing/asked-questions.ts';
import { startingHands } from '../../../../shared/poker/starting-hands.ts';
import { rangeBounds } from '../../../../shared/practice/range-weights.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let id: string;

// Each test has its own range, because painting changes the range's draft.
beforeEach(async () => {
  student = await academy.createUser({ password: testPassword });
  const { ranges } = academy.caller(student);
  ({ id } = await ranges.save({ name: 'Two hands', cells: { raise: 'AA, AKs:0.5', call: '' } }));
  await ranges.publish({ id });
});

async function open(button: string): Promise<Screen> {
  const screen = await openScreen(academy, `/ranges/${id}`, { as: student });
  await screen.user.click(await screen.findByRole('button', { name: button }));
  return screen;
}

async function press(page: Screen, cell: RegExp, keys: string): Promise<void> {
  page.getByRole('gridcell', { name: cell }).focus();
  await page.user.keyboard(keys);
}

it('a range is painted from memory by keyboard, and compared with the stored range', async () => {
  const page = await open('Paint from memory');
  const chart = await page.findByRole('grid', { name: 'Two hands, from memory' });
  // A browser's translation would change names of hands such as “AKo”.
  expect(chart).toHaveAttribute('translate', 'no');
  await press(page, /^AA/, 'r{ArrowRight}{ArrowRight}4');
  await page.findByRole('gridcell', { name: /^AA.*raise 100%/ });
  await page.findByRole('gridcell', { name: /^AQs.*raise 100%/ });
  await page.user.click(page.getByRole('button', { name: 'Compare' }));
  // 6 combinations are right, 2 are missing, and 4 are extra.
  await page.findByText('50% right');
  page.getByRole('gridcell', { name: /^AKs.*played too rarely/ });
  page.getByRole('gridcell', { name: /^AQs.*played too often/ });
  await page.user.click(page.getByRole('button', { name: 'Correct it' }));
  await press(page, /^AQs/, 'f{ArrowLeft}2');
  await page.user.click(page.getByRole('button', { name: 'Compare' }));
  await page.findByText('You know this range.');
});

it('an empty range is offered for painting, not for training, until a hand is painted', async () => {
  const { ranges } = academy.caller(student);
  const empty = await ranges.save({ name: 'Nothing yet', cells: { raise: '', call: '' } });
  const screen = await openScreen(academy, `/ranges/${empty.id}`, { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Paint' }));
  await screen.findByRole('grid', { name: 'Paint Nothing yet' });
  await screen.user.click(screen.getByRole('button', { name: 'Back to the chart' }));
  await screen.findByRole('button', { name: 'Paint' });
  expect(screen.queryByRole('button', { name: 'Train' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Paint from memory' })).toBeNull();
  await screen.user.click(screen.getByRole('button', { name: 'Paint' }));
  await press(screen, /^AA/, 'r');
  await screen.user.click(screen.getByRole('button', { name: 'Back to the chart' }));
  expect(await screen.findByRole('button', { name: 'Train' })).toBeVisible();
  await ranges.remove({ id: empty.id });
});

it('a range without folds shows that no hand is folded', async () => {
  const hands = startingHands.map(({ name }) => name);
  // With this split, 1 minus both shares is slightly negative.
  const cells = { raise: hands.slice(0, 68).join(', '), call: hands.slice(68).join(', ') };
  await academy.caller(student).ranges.save({ id, name: 'Two hands', cells });
  const page = await open('Continue painting');
  await page.findByText(/Fold 0\.0% \(0 combos\)/);
});

it('number keys paint weights, and the brush keeps the last weight', async () => {
  const page = await open('Paint');
  await page.findByRole('grid', { name: 'Paint Two hands' });
  await press(page, /^AA/, '1');
  await page.findByRole('gridcell', { name: /^AA.*raise 25%/ });
  expect(page.getByRole('combobox', { name: 'How often' })).toHaveValue('0.25');
  await page.user.click(page.getByRole('button', { name: 'Undo' }));
  await page.findByRole('gridcell', { name: /^AA.*raise 100%/ });
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Action' }), 'Fold');
  await press(page, /^AA/, '{Enter}');
  await page.findByRole('gridcell', { name: /^AA.*fold/ });
});

it('a single combination can be painted, and the notation shows its suits', async () => {
  const page = await open('Paint');
  await page.findByRole('grid', { name: 'Paint Two hands' });
  page.getByRole('gridcell', { name: /^AQs/ }).focus();
  await page.user.click(await page.findByRole('button', { name: 'ace of hearts, queen of hearts: fold' }));
  await page.findByRole('gridcell', { name: /^AQs.*raise 25%/ });
  const notation = page.getByRole('textbox', { name: 'Raise, as notation' });
  expect(notation).toHaveValue('AA, AKs:0.5, AhQh');
  notation.focus();
  page.fill(notation, 'AA, AsQs, AhQh');
  await page.findByRole('gridcell', { name: /^AQs.*raise 50%/ });
  await page.user.click(page.getByRole('button', { name: 'ace of spades, queen of spades: raise 100%' }));
  expect(notation).toHaveValue('AA, AhQh');
});

it('a frequency typed in the notation of one action reduces the other action only as far as needed', async () => {
  await academy.caller(student).ranges.save({
    id,
    name: 'Two hands',
    cells: { raise: 'AA, AKs:0.5', call: '' },
  });
  const page = await open('Paint');
  const call = await page.findByRole('textbox', { name: 'Call, as notation' });
  // After only `AKs` is typed, the notation says that this hand is always called.
  await page.user.type(call, 'AKs:0.5');
  expect(page.getByRole('textbox', { name: 'Raise, as notation' })).toHaveValue('AA, AKs:0.5');
  await page.user.clear(call);
  await page.user.type(call, 'AKs:0.75');
  await page.findByRole('gridcell', { name: /^AKs.*raise 25%, call 75%/ });
});

it('no version is saved while a notation cannot be read', async () => {
  const page = await open('Paint');
  const raise = page.getByRole('textbox', { name: 'Raise, as notation' });
  page.fill(raise, 'AA, KJx');
  await page.user.click(page.getByRole('button', { name: 'Save as a version' }));
  expect(raise).toHaveFocus();
  expect(raise).toBeInvalid();
  expect(raise).toHaveAccessibleDescription(/KJx/);
  await page.settle();
  expect(page.network.sent.join()).not.toContain('ranges.publish');
  page.fill(raise, 'AA, KJs');
  await page.user.click(page.getByRole('button', { name: 'Save as a version' }));
  await page.readMessage('Version saved');
  expect((await academy.caller(student).ranges.list()).items[0]).toMatchObject({
    cells: { raise: 'AA, KJs' },
  });
});

it('the last change is stored when the painter is closed immediately after the change', async () => {
  const page = await open('Paint');
  await page.findByRole('grid', { name: 'Paint Two hands' });
  await press(page, /^AA/, 'f');
  await page.user.click(page.getByRole('button', { name: 'Back to the chart' }));
  await page.findByRole('button', { name: 'Continue painting' });
  expect((await academy.caller(student).ranges.get({ id })).draft).toMatchObject({ raise: 'AKs:0.5' });
});

it('the last change is stored when the user leaves the painter through a link, and painting can continue from that change', async () => {
  const page = await open('Paint');
  await page.findByRole('grid', { name: 'Paint Two hands' });
  await press(page, /^AA/, 'f');
  const back = page.getByRole('link', { name: /All ranges/ });
  // The link leads to the list of ranges, which is not the current page.
  expect(back).not.toHaveAttribute('aria-current');
  await page.user.click(back);
  await page.user.click(await page.findByRole('link', { name: /Two hands/ }));
  await waitFor(async () =>
    expect((await academy.caller(student).ranges.get({ id })).draft).toMatchObject({ raise: 'AKs:0.5' }),
  );
  await page.user.click(await page.findByRole('button', { name: 'Continue painting' }));
  await page.findByRole('gridcell', { name: /^AA.*fold/ });
});

it('a change that is undone while it is being saved stays undone when the user leaves the painter through a link', async () => {
  const page = await open('Paint');
  await page.findByRole('grid', { name: 'Paint Two hands' });
  const release = page.network.hold('ranges.save');
  await press(page, /^AA/, 'f');
  await page.findByText('Saving the draft...', undefined, { timeout: 3_000 });
  await page.user.click(page.getByRole('button', { name: 'Undo' }));
  await page.user.click(page.getByRole('link', { name: /All ranges/ }));
  await page.findByRole('link', { name: /Two hands/ });
  release();
  await waitFor(async () =>
    expect((await academy.caller(student).ranges.get({ id })).draft).toMatchObject({ raise: 'AA, AKs:0.5' }),
  );
});

it('a change that was not saved before a reload is restored when painting continues, and is then saved', async () => {
  const page = await open('Paint');
  await page.findByRole('grid', { name: 'Paint Two hands' });
  const restore = page.network.fail('ranges.save', { status: 500, code: 'internal' });
  await press(page, /^AA/, 'f');
  await page.findByText('The draft was not saved');
  await press(page, /^AQs/, 'r');
  await page.reload();
  restore();
  await page.user.click(await page.findByRole('button', { name: 'Continue painting' }));
  await page.findByRole('gridcell', { name: /^AA.*fold/ });
  await page.findByRole('gridcell', { name: /^AQs.*raise 100%/ });
  await page.findByText('Draft saved.');
  expect((await academy.caller(student).ranges.get({ id })).draft).toMatchObject({ raise: 'AKs:0.5, AQs' });
  expect(sessionStorage.getItem(`draft:range:${id}`)).toBeNull();
});

it('after a reload, this tab’s unsaved change does not overwrite a change that was saved elsewhere', async () => {
  const page = await open('Paint');
  await page.findByRole('grid', { name: 'Paint Two hands' });
  const restore = page.network.fail('ranges.save', { status: 500, code: 'internal' });
  await press(page, /^AA/, 'f');
  await page.findByText('The draft was not saved');
  await academy.caller(student).ranges.save({ id, name: 'Two kings', cells: { raise: 'KK', call: '' } });
  await page.reload();
  restore();
  await page.user.click(await page.findByRole('button', { name: 'Continue painting' }));
  await page.findByText('This range was changed elsewhere');
  await page.findByRole('gridcell', { name: /^AA.*fold/ });
  expect((await academy.caller(student).ranges.get({ id })).draft).toMatchObject({ raise: 'KK' });
});

it('the page does not scroll when saving the draft fails or causes a conflict', async () => {
  const page = await open('Paint');
  await page.findByRole('grid', { name: 'Paint Two hands' });
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const restore = page.network.fail('ranges.save', { status: 500, code: 'internal' });
  await press(page, /^AA/, 'f');
  await page.findByText('The draft was not saved');
  restore();
  await academy.caller(student).ranges.save({ id, name: 'Two kings', cells: { raise: 'KK', call: '' } });
  await press(page, /^AQs/, 'r');
  await page.findByText('This range was changed elsewhere');
  expect(scroll).not.toHaveBeenCalled();
  scroll.mockRestore();
});

describe('a range that was changed elsewhere', () => {
  const theirs = { raise: 'KK', call: '' };
  const storedRange = () => academy.caller(student).ranges.get({ id });

  async function paintAfterOther(): Promise<Screen> {
    const page = await open('Paint');
    await page.findByRole('grid', { name: 'Paint Two hands' });
    await academy.caller(student).ranges.save({ id, name: 'Two kings', cells: theirs });
    await press(page, /^AA/, 'f');
    await page.findByText('This range was changed elsewhere');
    expect((await storedRange()).draft).toEqual(theirs);
    page.getByRole('gridcell', { name: /^AA.*fold/ });
    return page;
  }

  it('is not overwritten until the user chooses to overwrite it', async () => {
    const page = await paintAfterOther();
    await press(page, /^AQs/, 'r');
    await page.user.click(page.getByRole('button', { name: 'Overwrite it with mine' }));
    await page.findByText('Draft saved.');
    expect(await storedRange()).toMatchObject({ name: 'Two hands', draft: { raise: 'AKs:0.5, AQs' } });
    // The next change is saved without asking again.
    await press(page, /^AQs/, 'f');
    await page.user.click(page.getByRole('button', { name: 'Save as a version' }));
    await page.findByText('Version saved');
    expect((await storedRange()).cells).toMatchObject({ raise: 'AKs:0.5' });
  });

  it('can be loaded in place of the user’s own change, which Undo restores', async () => {
    const page = await paintAfterOther();
    await page.user.click(page.getByRole('link', { name: /All ranges/ }));
    await page.user.click(await page.findByRole('button', { name: 'Keep editing' }));
    await page.user.click(await page.findByRole('button', { name: 'Load the stored range' }));
    await page.findByRole('gridcell', { name: /^KK.*raise 100%/ });
    expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Two kings');
    expect((await storedRange()).draft).toEqual(theirs);
    await page.user.click(page.getByRole('button', { name: 'Undo' }));
    await page.findByRole('gridcell', { name: /^AKs.*raise 50%/ });
    await page.findByText('Draft saved.');
    expect((await storedRange()).draft).toMatchObject({ raise: 'AKs:0.5' });
  });

  it('is replaced by an earlier version only after the page has shown the change', async () => {
    await academy.caller(student).ranges.save({ id, name: 'Two hands', cells: theirs });
    await academy.caller(student).ranges.publish({ id });
    const screen = await openScreen(academy, `/ranges/${id}`, { as: student });
    const restore = await screen.findByRole('button', { name: 'Restore version 1' });
    await academy.caller(student).ranges.save({ id, name: 'Two hands', cells: { raise: 'QQ', call: '' } });
    await screen.user.click(restore);
    await screen.findByText('The version was not restored');
    expect((await storedRange()).draft).toMatchObject({ raise: 'QQ' });
    await screen.findByRole('button', { name: 'Continue painting' });
    await screen.user.click(restore);
    await screen.findByText('Version copied to the draft');
  });
});

it('the trainer can be used with letter keys and Enter alone', async () => {
  const page = await open('Train');
  await page.user.click(page.getByRole('button', { name: 'Start' }));
  await page.findByText(/^1 of \d+ · 0 right$/);
  await page.user.keyboard('f');
  await page.findByText(/^(?:Right|Wrong)\.$/);
  await page.user.keyboard('{Enter}');
  await page.findByText(/^2 of/);
  await page.user.keyboard('r');
  await page.findByText(/^(?:Right|Wrong)\.$/);
});

it('the focus moves to the trainer when it opens, and to its result at the end', async () => {
  const page = await open('Train');
  await page.user.tab();
  const start = page.getByRole('button', { name: 'Start' });
  expect(start).toHaveFocus();
  await page.user.click(start);
  for (let position = 1; position <= rangeBounds.questions; position += 1) {
    await page.findByText(new RegExp(`^${position} of ${rangeBounds.questions} `));
    await page.user.keyboard('f');
    await page.findByText(/^(?:Right|Wrong)\.$/);
    await page.user.keyboard('{Enter}');
  }
  const result = await page.findByRole('heading', { name: /right$/ });
  await waitFor(() => expect(result).toHaveFocus());
});

it('after an answer, the trainer shows the student’s choice, the actions in the range, and the chart', async () => {
  const { ranges } = academy.caller(student);
  await ranges.save({ id, name: 'Two hands', cells: { raise: 'AKs:0.5', call: '' } });
  await ranges.publish({ id });
  // Cell 0 is AA, a fold in this range. Because the answer is wrong, the training asks AA again, not only AKs.
  await ranges.trainAnswer({ id, cell: 0, action: 'raise' });
  const page = await open('Train');
  await page.user.click(page.getByRole('button', { name: 'Start' }));
  const readHand = async () =>
    (await page.findByRole('heading', { name: /^[2-9TJQKA]{2}[so]?$/ })).textContent;
  while ((await readHand()) !== 'AKs') await page.user.keyboard('f{Enter}');
  await page.user.click(page.getByRole('button', { name: 'Raise' }));
  await page.findByText('The range plays it: raise 50%, fold 50%', { exact: false });
  expect(page.getByRole('button', { name: /^Raise/ })).toHaveTextContent('Your choice');
  expect(page.getByRole('button', { name: 'Fold' })).not.toHaveTextContent('Your choice');
  await page.user.click(page.getByText('See the chart'));
  expect(page.getByRole('gridcell', { name: /^AKs.*raise 50%.*the hand of this question/ })).toBeVisible();
});

it('answers count even if the trainer is closed before the last question', async () => {
  const page = await open('Train');
  await page.user.click(page.getByRole('button', { name: 'Start' }));
  await page.findByText(/^1 of \d+ · 0 right$/);
  await page.user.keyboard('f');
  await page.findByText(/^(?:Right|Wrong)\.$/);
  await page.user.click(page.getByRole('button', { name: 'Back to the chart' }));
  await page.user.click(await page.findByRole('button', { name: 'Train' }));
  await page.findByText(/^[01] of 1 right so far\.$/);
});

it.each(['abc', crypto.randomUUID()])('/ranges/%s says that there is no such range', async (unknown) => {
  const screen = await openScreen(academy, `/ranges/${unknown}`, { as: student });
  expect(await screen.findByRole('heading', { level: 1, name: 'This range does not exist' })).toBeVisible();
});

it('a coach can delete an academy range only if it was never published; a printed page shows no buttons', async () => {
  const coach = await createCoach(academy, await academy.createUser({ role: 'admin' }));
  const { ranges } = academy.caller(coach);
  const made = await ranges.save({ ofAcademy: true, name: 'By mistake', cells: { raise: '', call: '' } });
  const screen = await openScreen(academy, `/ranges/${made.id}`, { as: coach });
  const remove = await screen.findByRole('button', { name: 'Delete' });
  for (const button of within(screen.getByRole('main')).getAllByRole('button')) {
    expect(button.closest(String.raw`.print\:hidden`), button.textContent).not.toBeNull();
  }
  await screen.user.dblClick(remove);
  await screen.findByRole('dialog', { name: 'Delete this range?' });
  expect((await ranges.list()).items).toHaveLength(1);
  // The range is changed in the meantime, as by another coach.
  await ranges.save({ id: made.id, name: 'By mistake', cells: { raise: 'AA', call: '' } });
  const confirm = screen.getByRole('button', { name: 'Delete the range with its versions' });
  await screen.user.click(confirm);
  await screen.readMessage('The range was not deleted', /was changed after you opened it/);
  await screen.settle();
  await screen.user.click(confirm);
  await screen.findByRole('heading', { name: 'Know your ranges' });
  expect((await ranges.list()).items).toEqual([]);
  const published = await ranges.save({ ofAcademy: true, name: 'Trained', cells: { raise: 'AA', call: '' } });
  await ranges.publish({ id: published.id });
  await screen.goTo(`/ranges/${published.id}`);
  await screen.findByRole('heading', { name: 'Trained' });
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.getByText(/^Students will no longer see it\./)).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await screen.readMessage('Range withdrawn');
  await screen.findByText('Version 1 · withdrawn: only coaches see it');
  await screen.settle();
  const asStudent = academy.caller(student).ranges;
  expect((await asStudent.list()).items.map(({ name }) => name)).not.toContain('Trained');
  await screen.user.click(screen.getByRole('button', { name: 'Publish again' }));
  await screen.readMessage('Range published');
  await screen.settle();
  expect((await asStudent.list()).items.map(({ name }) => name)).toContain('Trained');
});

it('the dialog that asks whether to delete a range stays open until the request ends', async () => {
  const screen = await open('Delete');
  screen.network.fail('ranges.remove', { status: 500, code: 'internal' });
  const release = screen.network.hold('ranges.remove');
  const dialog = await screen.findByRole('dialog', { name: 'Delete this range?' });
  await screen.user.click(within(dialog).getByRole('button', { name: 'Delete the range with its versions' }));
  await screen.user.click(within(dialog).getByRole('button', { name: 'Keep' }));
  release();
  await screen.findByText('The range may have been deleted');
  expect(dialog).toBeInTheDocument();
  await screen.user.click(within(dialog).getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
