import { waitFor, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { findAcademyHand } from '../../../shared/poker/academy-hands/academy-hands.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';

const { hand } = findAcademyHand('check-raise');

const academy = setUpTestApp();
let screen: Screen;

it('only the selected hands are downloaded, as text', async () => {
  const student = await academy.createUser({ password: testPassword });
  for (const title of ['On Monday', 'On Tuesday', 'Not this one']) {
    await academy.caller(student).hands.saveBuilt({ hand, title });
  }
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  screen = await openScreen(academy, '/hands', { as: student });
  await screen.user.click(await screen.findByRole('checkbox', { name: 'Select On Monday' }));
  await screen.user.click(screen.getByRole('checkbox', { name: 'Select On Tuesday' }));
  await screen.user.click(screen.getByRole('button', { name: 'Download 2 hands' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.text();
  expect(text).toMatch(/^On Monday\n\n[\s\S]+\n\n\nOn Tuesday\n\n/);
  expect(text).not.toContain('Not this one');
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select On Monday' })).not.toBeChecked());
});

it('many hands are downloaded one after the other, in small requests, so that a busy server does not reject them', async () => {
  const student = await academy.createUser({ password: testPassword });
  for (let number = 0; number < 7; number += 1) {
    await academy.caller(student).hands.saveBuilt({ hand, title: `Hand ${number}` });
  }
  const files = vi.spyOn(URL, 'createObjectURL').mockClear().mockReturnValue('blob:hands');
  screen = await openScreen(academy, '/hands', { as: student });
  for (const box of await screen.findAllByRole('checkbox', { name: /^Select Hand/ }))
    await screen.user.click(box);
  const release = screen.network.hold('hands.get');
  const sizes = () =>
    screen.network.sent.filter((path) => path.includes('hands.get')).map((path) => path.split(',').length);
  await screen.user.click(screen.getByRole('button', { name: 'Download 7 hands' }));
  await waitFor(() => expect(sizes()).toEqual([5]));
  release();
  await waitFor(() => expect(files).toHaveBeenCalled());
  expect(sizes()).toEqual([5, 2]);
});

it('behind “split”, the list and the page of a hand show what the student won or lost', async () => {
  const student = await academy.createUser({ password: testPassword });
  // The pot of 2225 chips is split, and the student gets the odd chip and half of the 25 that the small blind lost.
  await academy.caller(student).hands.saveBuilt({ hand: findAcademyHand('odd-chip').hand, title: 'Shared' });
  screen = await openScreen(academy, '/hands', { as: student });
  expect(await screen.findByText('split +0.3bb')).toBeVisible();
  await screen.user.click(screen.getByRole('link', { name: /^Shared/ }));
  await screen.findByRole('region', { name: 'Replayer' });
  expect(screen.getByText('split +0.3bb')).toBeVisible();
});

it('visitors can play the example hand at /hands with controls that have accessible names', async () => {
  screen = await openScreen(academy, '/hands');
  const table = () => screen.getByRole('img', { name: /^The table\. / });
  const decide = within(await screen.findByRole('region', { name: 'Your decision' }));
  for (let decision = 0; decision < 4; decision += 1) {
    const [first] = await waitFor(() => {
      const heading = decide.getByRole('heading', { name: 'What do you do?' });
      return within(heading.parentElement as HTMLElement).getAllByRole('button');
    });
    await screen.user.click(first as HTMLElement);
    for (let next = decide.queryByRole('button', { name: /^Next|^To the next/ }); next; ) {
      await screen.user.click(next);
      next = decide.queryByRole('button', { name: /^Next|^To the next/ });
    }
  }
  expect(await decide.findByText(/of 4 decisions were the same as in the hand/)).toBeVisible();
  expect(decide.getByRole('link', { name: 'Bring a hand of your own' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=signup'),
  );
  screen.getByRole('region', { name: 'Replayer' }).focus();
  await screen.user.keyboard('{Home}{ArrowDown}{ArrowRight>5/}');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Hero raises to 40 bb.',
  );
  // In the pot, in big blinds: 4 × 3 and the small blind before the flop, 3 × 8 and the raise to 40 on the flop.
  expect(table()).toHaveAccessibleName(
    'The table. Board: king of diamonds, eight of clubs, five of spades. Pot: 76.5 bb. The small blind folded; Hero with five of hearts, five of diamonds, 57 bb, bet 40 bb; UTG 89 bb, bet 8 bb, to act; the hijack folded; the cutoff 89 bb, bet 8 bb; the button 89 bb, bet 8 bb.',
  );
});

it('the landing page links to tools and exercises; the exercises ask visitors to log in', async () => {
  screen = await openScreen(academy, '/');
  const hrefOf = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href') ?? '';
  expect(await hrefOf('Hand analysis tools')).toBe('/hands/new');
  expect(await hrefOf('Opponent tracking')).toBe('/hands');
  const exercises = await hrefOf('Tournament strategy modules');
  expect(exercises).toBe('/practice?ask=short-stack-and-icm');
  await screen.goTo(exercises);
  const login = await screen.findByRole('link', { name: 'Login' });
  expect(login).toHaveAttribute('href', `/auth?next=${encodeURIComponent(exercises)}`);
});

it('the chart of the landing page shows a single mixed hand as less than one percent', async () => {
  screen = await openScreen(academy, '/');
  await screen.user.click(await screen.findByRole('radio', { name: 'Under the gun' }));
  // Under the gun, only a pair of fours is mixed: it is opened half of the time.
  expect(await screen.findByText('<1%')).toBeVisible();
});

it('visitors see a helpline for problem gambling at /hands', async () => {
  screen = await openScreen(academy, '/hands');
  expect(await screen.findByRole('link', { name: '1-800-MY-RESET' })).toBeVisible();
});

it.each([
  ['incomplete', 'abc', 'This link is not complete'],
  ['unknown', 'x'.repeat(22), 'This hand is no longer shared'],
])('the page of an %s link says why it shows no hand', async (_kind, token, title) => {
  screen = await openScreen(academy, `/h/${token}`);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

it('at the limit of share links, a filter finds the hands that have an open link', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  const { id: shared } = await hands.saveBuilt({ hand, title: 'Given away' });
  const { id } = await hands.saveBuilt({ hand, title: 'Private' });
  for (let link = 0; link < 5; link += 1) await hands.share({ id: shared, mode: 'open' });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Share' }));
  await screen.findByText(/the actions and the name of the hand/);
  await screen.user.click(screen.getByRole('button', { name: 'The whole hand' }));
  await screen.readMessage('The link was not created', /filter your hands by “Has an open link”/);
  await screen.goTo('/hands');
  await screen.findByRole('link', { name: /^Private/ });
  const [filter] = screen.getAllByRole('combobox', { name: 'Link' });
  if (filter) await screen.user.selectOptions(filter, 'Has an open link');
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Private/ })).toBeNull());
  await screen.findByRole('link', { name: /^Given away/ });
});

it.each(['abc', crypto.randomUUID()])('/hands/%s says that there is no such hand', async (id) => {
  const as = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, `/hands/${id}`, { as });
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such hand' })).toBeVisible();
});

it('Shift with the right arrow key opens the next hand of the list; a link opens the previous hand', async () => {
  const student = await academy.createUser({ password: testPassword });
  for (const title of ['First', 'Second']) await academy.caller(student).hands.saveBuilt({ hand, title });
  screen = await openScreen(academy, '/hands', { as: student });
  await screen.user.click(await screen.findByRole('link', { name: /^Second/ }));
  await screen.findByRole('heading', { level: 1, name: 'Second' });
  expect(screen.queryByRole('link', { name: 'Previous hand' })).toBeNull();
  await screen.user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(await screen.findByRole('heading', { level: 1, name: 'First' })).toBeVisible();
  await screen.user.click(screen.getByRole('link', { name: 'Previous hand' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
});

it.each([
  ['the Library', '/coaching'],
  ['a search', '/search?q=Turned'],
])('a hand that is opened from %s has no next hand', async (_, from) => {
  const student = await academy.createUser({ password: testPassword });
  for (const title of ['Turned', 'Turned again'])
    await academy.caller(student).hands.saveBuilt({ hand, title });
  screen = await openScreen(academy, from, { as: student });
  await screen.user.click(await screen.findByRole('link', { name: 'Turned again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Turned again' })).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Replayer' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Next hand' })).toBeNull();
});

it('the results of a search, and their number, include hands', async () => {
  const student = await academy.createUser({ password: testPassword });
  await academy.caller(student).hands.saveBuilt({ hand, title: 'Turned' });
  screen = await openScreen(academy, '/search?q=Turned', { as: student });
  await screen.findByText('1 result for Turned');
  await screen.findByRole('link', { name: 'Turned' });
  expect(screen.queryByText(/Nothing found/)).toBeNull();
  await screen.goTo('/search?q=Zebra');
  await screen.findByText('Nothing found for “Zebra”');
});

it('a hand links to its neighbors in the list that it was opened from, not in the list that was loaded last', async () => {
  const student = await academy.createUser({ password: testPassword });
  for (const title of ['Apple', 'Pear']) await academy.caller(student).hands.saveBuilt({ hand, title });
  screen = await openScreen(academy, '/hands', { as: student });
  await screen.findByRole('link', { name: /^Pear/ });
  const [search] = screen.getAllByRole('searchbox', { name: 'Search' });
  if (search) await screen.user.type(search, 'Apple');
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Pear/ })).toBeNull());
  await screen.user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body);
  await screen.user.click(await screen.findByRole('link', { name: /^Pear/ }));
  const next = await screen.findByRole('link', { name: 'Next hand' });
  expect(next).toBeVisible();
  // In one row with the link back to the list.
  const row = next.closest('nav')?.parentElement ?? document.body;
  expect(within(row).getByRole('link', { name: 'All hands' })).toBeVisible();
  expect(within(row).queryByRole('heading')).toBeNull();
});

it('a change of the filter clears the selection, so that nothing is deleted unseen', async () => {
  const student = await academy.createUser({ password: testPassword });
  for (const title of ['Apple', 'Pear']) await academy.caller(student).hands.saveBuilt({ hand, title });
  screen = await openScreen(academy, '/hands', { as: student });
  await screen.user.click(await screen.findByRole('checkbox', { name: 'Select Apple' }));
  await screen.findByRole('button', { name: 'Delete 1 hand...' });
  const [search] = screen.getAllByRole('searchbox', { name: 'Search' });
  if (search) await screen.user.type(search, 'Pear');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Apple' })).toBeNull());
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

it.each([0, -1])(
  '“Clear filters” (button at index %i; -1 is the last) disappears when it is pressed, and the page takes the focus',
  async (at) => {
    const student = await academy.createUser({ password: testPassword });
    screen = await openScreen(academy, '/hands?q=Nothing', { as: student });
    await screen.findByText('No hand matches');
    const buttons = screen.getAllByRole('button', { name: 'Clear filters' });
    await screen.user.click(buttons.at(at) ?? document.body);
    await screen.findByText('Your first hand');
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  },
);

it('an unsaved note stays after a change of tabs; if a second player’s label is entered while the first label is being saved, both are saved', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { id } = await academy.caller(student).hands.saveBuilt({ hand, title: 'Noted' });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.user.click(await screen.findByRole('tab', { name: 'Notes' }));
  const findHandNote = () => screen.findByRole('textbox', { name: 'About the whole hand' });
  screen.fill(await findHandNote(), 'He bets too much');
  await screen.user.click(screen.getByRole('tab', { name: 'Line' }));
  await screen.user.click(screen.getByRole('tab', { name: 'Notes' }));
  expect(await findHandNote()).toHaveValue('He bets too much');
  const release = screen.network.hold('hands.labelSeat');
  const labels = within(screen.getByRole('region', { name: 'Replayer' }))
    .getAllByRole('textbox')
    .slice(2, 4);
  for (const [index, label] of labels.entries()) {
    await screen.user.type(label, `Word ${index}`);
    await screen.user.tab();
  }
  release();
  await waitFor(async () => {
    const { own } = await academy.caller(student).hands.get({ id });
    expect(own?.labels.map(({ label }) => label).toSorted()).toEqual(['Word 0', 'Word 1']);
  });
  await screen.user.click(screen.getByRole('button', { name: 'Save the note' }));
  await waitFor(async () =>
    expect((await academy.caller(student).hands.get({ id })).own?.note).toBe('He bets too much'),
  );
});

it('a label that is corrected while it is being saved is saved again', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  const { id } = await hands.saveBuilt({ hand, title: '' });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.user.click(await screen.findByRole('tab', { name: 'Notes' }));
  const [label] = within(screen.getByRole('region', { name: 'Replayer' }))
    .getAllByRole('textbox')
    .slice(-1) as [HTMLElement];
  const release = screen.network.hold('hands.labelSeat');
  await screen.user.type(label, 'Lose');
  await screen.user.tab();
  await screen.user.clear(label);
  await screen.user.type(label, 'Loose');
  await screen.user.tab();
  release();
  await screen.settle();
  expect((await hands.get({ id })).own?.labels).toMatchObject([{ label: 'Loose' }]);
});

it('the URL of a new link is no longer shown once that link is closed, but stays when an older link is closed', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  const { id } = await hands.saveBuilt({ hand, title: '' });
  await hands.share({ id, mode: 'open' });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this hand' }));
  await screen.user.click(dialog.getByRole('button', { name: 'The whole hand' }));
  await dialog.findByText(/^Copy this link now/);
  await waitFor(() => expect(dialog.getAllByRole('button', { name: 'Close the link' })).toHaveLength(2));
  await screen.settle();
  await screen.user.click(dialog.getAllByRole('button', { name: 'Close the link' })[1] as HTMLElement);
  await waitFor(() => expect(dialog.getAllByRole('button', { name: 'Close the link' })).toHaveLength(1));
  await screen.settle();
  dialog.getByText(/^Copy this link now/);
  await screen.user.click(dialog.getByRole('button', { name: 'Close the link' }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Close the link' })).toBeNull());
  await screen.settle();
  expect(dialog.queryByText(/^Copy this link now/)).toBeNull();
});

it('keys pressed on the tabs or in the dialog of keyboard shortcuts do not step through the hand', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { id } = await academy.caller(student).hands.saveBuilt({ hand, title: 'Keys' });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  const replayer = await screen.findByRole('region', { name: 'Replayer' });
  const sentence = () => within(replayer).getByRole('status').textContent;
  const before = sentence();
  screen.getByRole('tab', { name: 'Line' }).focus();
  await screen.user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Notes');
  expect(sentence()).toBe(before);
  await screen.user.click(screen.getByRole('button', { name: 'Keys' }));
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts of the replayer' });
  await screen.user.keyboard('{ArrowRight}g');
  expect(sentence()).toBe(before);
  await screen.user.keyboard('{Escape}');
  replayer.focus();
  await screen.user.keyboard('{ArrowRight}');
  expect(sentence()).not.toBe(before);
});

it('the arrow keys step through a hand as soon as it is opened from the list; letter keys need the focus in the replayer', async () => {
  const student = await academy.createUser({ password: testPassword });
  await academy.caller(student).hands.saveBuilt({ hand, title: 'From the list' });
  screen = await openScreen(academy, '/hands', { as: student });
  await screen.user.click(await screen.findByRole('link', { name: /From the list/ }));
  const replayer = within(await screen.findByRole('region', { name: 'Replayer' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
  const press = async (key: string, sentence: string) => {
    await screen.user.keyboard(key);
    await waitFor(() => expect(replayer.getByRole('status')).toHaveTextContent(sentence));
  };
  await press('{ArrowRight}', 'The small blind posts 0.5 bb.');
  await press('{ArrowRight}', 'Hero posts 1 bb.');
  await press('{ArrowLeft}s', 'The small blind posts 0.5 bb.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('at a step without an action, the key N moves the cursor to the end of the note on the whole hand, and the next letters are added to the note', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  const { id } = await hands.saveBuilt({ hand, title: 'The last step' });
  await hands.update({ id, note: 'He over' });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  const replayer = await screen.findByRole('region', { name: 'Replayer' });
  await screen.user.click(screen.getByRole('tab', { name: 'Notes' }));
  // Browsers place the cursor at the start when the field is first focused.
  screen.getByLabelText<HTMLTextAreaElement>('About the whole hand').setSelectionRange(0, 0);
  replayer.focus();
  await screen.user.keyboard('{Home}nshoved');
  expect(screen.getByLabelText('About the whole hand')).toHaveValue('He overshoved');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a download as PHH is offered only for games that PHH supports', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  for (const [game, formats] of [
    ['nlhe', ['as text', 'PHH', 'JSON']],
    ['plhe', ['as text', 'JSON']],
  ] as const) {
    const { id } = await hands.saveBuilt({ hand: { ...hand, game }, title: '' });
    screen = await openScreen(academy, `/hands/${id}`, { as: student });
    await screen.findByRole('button', { name: 'Print' });
    const names = screen.getAllByRole('button', { name: /^Download/ }).map(({ textContent }) => textContent);
    expect(names).toEqual(formats.map((format) => `Download ${format}`));
    await screen.close();
  }
});

it('the buttons for the streets of a hand include a button for the showdown', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { id } = await academy.caller(student).hands.saveBuilt({ hand, title: '' });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  expect(await screen.findByRole('button', { name: 'Showdown' })).toBeVisible();
});

it('a note of a user who was logged out is saved after a login on the page', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { id } = await academy.caller(student).hands.saveBuilt({ hand, title: '' });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.user.click(await screen.findByRole('tab', { name: 'Notes' }));
  screen.fill(await screen.findByRole('textbox', { name: 'About the whole hand' }), 'Too thin');
  await academy.deps.db.deleteFrom('sessions').execute();
  await screen.user.click(screen.getByRole('button', { name: 'Save the note' }));
  const signIn = within(await screen.findByRole('dialog', { name: 'You were logged out' }));
  screen.fill(signIn.getByLabelText('Your password'), testPassword);
  await screen.user.click(signIn.getByRole('button', { name: 'Log in and continue' }));
  await waitFor(async () =>
    expect((await academy.caller(student).hands.get({ id })).own?.note).toBe('Too thin'),
  );
});
