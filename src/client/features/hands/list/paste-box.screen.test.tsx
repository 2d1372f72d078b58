import { fireEvent, waitFor, within } from '@testing-library/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { roomText } from '../../../../server/hands/testing/saved-texts.ts';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { fixtureText } from '../../../../shared/poker/testing/read-fixtures.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { badHand, readHand, SilentWorker } from '../../../../testing/screen/silent-worker.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';
import type { BadHand, GoodHand, ParseRequest } from './parse-messages.ts';

const academy = setUpTestApp();
let screen: Screen;
afterEach(() => vi.unstubAllGlobals());

async function openPasteBox(): Promise<HTMLElement> {
  vi.stubGlobal('Worker', SilentWorker);
  SilentWorker.opened = [];
  screen = await openScreen(academy, '/hands', { as: await academy.createUser({ password: testPassword }) });
  return screen.findByLabelText('Paste a hand');
}

/** Pastes a hand into the box. The worker does not respond. */
async function pasteHand() {
  const box = await openPasteBox();
  await screen.user.click(box);
  await screen.user.paste('PokerStars Hand #1');
  await waitFor(() => expect(SilentWorker.opened[0]?.received).toHaveLength(1));
  const [worker] = SilentWorker.opened;
  if (!worker) throw new Error('no worker');
  return { box, worker };
}

describe('the box for hands', () => {
  it('appends a long pasted text to its text, and reads the whole text without showing it', async () => {
    const box = await openPasteBox();
    screen.fill(box, 'one');
    await screen.user.click(box);
    const long = fixtureText('pokerstars.txt').repeat(10);
    await screen.user.paste(long);
    expect(box).toHaveValue('');
    expect(box).toHaveAccessibleDescription(/too long to be shown/);
    expect(SilentWorker.opened.at(-1)?.received.at(-1)).toMatchObject({ text: `one\n\n\n${long}` });
  });

  it('shows a pasted text only if a hand in it cannot be read', async () => {
    const { box, worker } = await pasteHand();
    worker.finish([readHand]);
    expect(await screen.findByText('1 hand read')).toBeVisible();
    expect(screen.getByText('K♥').parentElement).toHaveAttribute('translate', 'no');
    expect(box).toHaveValue('');

    await screen.user.paste('PokerStars Hand #2');
    const both = 'PokerStars Hand #1\n\n\nPokerStars Hand #2';
    await waitFor(() => expect(worker.received.at(-1)).toMatchObject({ text: both }));
    worker.finish([readHand, badHand], 2);
    expect(await screen.findByText('1 hand read, 1 could not be read')).toBeVisible();
    expect(box).toHaveValue(both);
  });

  it('sends only the beginning of a text that has more bytes than the server accepts', async () => {
    const { worker } = await pasteHand();
    // Each emoji has four bytes.
    const bad = { ...badHand, anonymous: `a${'🂡'.repeat(9_000)}` };
    worker.finish([bad]);
    await screen.user.click(await screen.findByRole('button', { name: 'Help us read it' }));
    expect(await screen.findByText('Sent without names. Thank you.')).toBeVisible();
  });

  it('shows an unreadable line with its number in the whole text, reports it with its number in the hand, and does not offer to report a hand of an unknown room', async () => {
    const { worker } = await pasteHand();
    const unknown: BadHand = { ...badHand, code: 'unknown_site', line: 7, anonymous: '' };
    worker.finish([{ ...badHand, line: 250_004, anonymous: 'PokerStars Hand #0: …' }, unknown]);
    expect(await screen.findByText(/^Line 250,004:/)).toBeVisible();
    await screen.user.click(await screen.findByRole('button', { name: 'Help us read it' }));
    expect(await screen.findByText('Sent without names. Thank you.')).toBeVisible();
    const stored = await academy.deps.db.selectFrom('unread_hands').select('line').execute();
    expect(stored).toContainEqual({ line: 4 });
  });

  it('names the files in which no hand was found, and puts none of their text into the box', async () => {
    const box = await openPasteBox();
    const files = ['hands.txt', 'hands.zip'].map((name) => new File([name], name));
    fireEvent.drop(box, { dataTransfer: { files } });
    await waitFor(() =>
      expect(SilentWorker.opened[0]?.received).toMatchObject([
        { files: files.map(({ name }) => ({ name })) },
      ]),
    );
    SilentWorker.opened[0]?.finish([
      readHand,
      { ...badHand, code: 'not_a_hand', line: 1, file: 'hands.zip' },
    ]);
    expect(await screen.findByText('hands.zip, line 1: Nobody has this name.')).toBeVisible();
    screen.network.changeResponse('hands.save', () => [{ outcome: 'saved', id: crypto.randomUUID() }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    await screen.readMessage('Saved');
    expect(box).toHaveValue('');
  });

  it('reads files in addition to a pasted text, and a pasted text in addition to files', async () => {
    const box = await openPasteBox();
    const file = (name: string) => new File([name], `${name}.txt`);
    const contents = () => {
      const { text, files } = SilentWorker.opened.flatMap(({ received }) => received).at(-1) as ParseRequest;
      return [text, ...files.map(({ bytes }) => new TextDecoder().decode(bytes))];
    };
    await screen.user.click(box);
    await screen.user.paste('PokerStars Hand #1');
    await screen.user.upload(screen.getByLabelText('Choose files'), file('first'));
    await waitFor(() => expect(contents()).toEqual(['PokerStars Hand #1', 'first']));
    await screen.user.upload(screen.getByLabelText('Choose files'), file('second'));
    await waitFor(() => expect(contents()).toEqual(['PokerStars Hand #1', 'first', 'second']));
    box.focus();
    await screen.user.paste('PokerStars Hand #2');
    const both = 'PokerStars Hand #1\n\n\nPokerStars Hand #2';
    await waitFor(() => expect(contents()).toEqual([both, 'first', 'second']));
    expect(sessionStorage.getItem('draft:hands')).toContain('PokerStars Hand #1');

    SilentWorker.opened[0]?.finish([readHand], 4);
    screen.network.changeResponse('hands.save', () => [{ outcome: 'saved', id: crypto.randomUUID() }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    await screen.readMessage('Saved');
    await screen.user.click(box);
    await screen.user.paste('PokerStars Hand #3');
    await waitFor(() => expect(contents()).toEqual(['PokerStars Hand #3']));
  });

  it('ignores Ctrl+Enter until everything is read', async () => {
    const { box, worker } = await pasteHand();
    worker.respond({ data: { request: 1, results: [readHand], total: 2, isDone: false } });
    await screen.findByText('Reading 1 of 2');
    box.focus();
    await screen.user.keyboard('{Control>}{Enter}{/Control}');
    const other = { ...readHand, key: 'b'.repeat(64) };
    worker.respond({ data: { request: 1, results: [other], total: 2, isDone: true } });
    expect(await screen.findByText('2 hands read')).toBeVisible();
    expect(screen.network.sent.join()).not.toContain('hands.save');
  });

  it('keeps the hands for which the account has no room, so that they can be saved later', async () => {
    const { worker } = await pasteHand();
    worker.finish([readHand]);
    const restore = screen.network.changeResponse('hands.save', () => [{ outcome: 'full' }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    await screen.readMessage('Not every hand was saved');
    expect(screen.getByRole('button', { name: 'Save this hand' })).toBeEnabled();
    expect(sessionStorage.getItem('draft:hands')).toContain('PokerStars Hand #1');
    restore();
    screen.network.changeResponse('hands.save', () => [{ outcome: 'saved', id: crypto.randomUUID() }]);
    await screen.user.click(screen.getByRole('button', { name: 'Save this hand' }));
    await screen.readMessage('Saved');
    expect(screen.queryByRole('button', { name: 'Save this hand' })).toBeNull();
  });

  it('saves the hands of several requests in the order of the text', async () => {
    const { worker } = await pasteHand();
    // A few of these texts fill a request.
    const chat = 'Marigold said, "Well played"\n'.repeat(650);
    const results = Array.from(
      { length: 40 },
      (_, index): GoodHand => ({
        ...readHand,
        text: roomText(230000000001, '2s')
          .replace('$48 in', `$${48 + index} in`)
          .replace('*** SUMM', `${chat}*** SUMM`),
        key: String(index).padStart(64, '0'),
      }),
    );
    worker.finish(results);
    await screen.user.click(await screen.findByRole('button', { name: 'Save 40 hands' }));
    await screen.readMessage('Saved', '40 hands saved.');
    expect(screen.network.sent.filter((path) => path.includes('hands.save'))).toHaveLength(2);
    const stored = await academy.deps.db
      .selectFrom('hands')
      .select('model')
      .orderBy('created_at', 'desc')
      .execute();
    expect(stored.map(({ model }) => model.seats[2]?.stack)).toEqual(
      results.map((_, index) => (48 + index) * 100),
    );
    await academy.deps.db.deleteFrom('hands').execute();
  });

  it('says that a file cannot be read, such as a dropped folder', async () => {
    const box = await openPasteBox();
    const folder = new File([], 'Hands');
    folder.arrayBuffer = () => Promise.reject(new DOMException('A requested file could not be found'));
    fireEvent.drop(box, { dataTransfer: { files: [folder] } });
    await screen.readMessage(
      'The files could not be read',
      'If you dropped a folder, choose the files in it instead.',
    );
  });

  it('says that a hand in which the student did not play was not saved', async () => {
    const { worker } = await pasteHand();
    worker.finish([readHand]);
    screen.network.changeResponse('hands.save', () => [{ outcome: 'without_hero' }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    await screen.readMessage(
      'Not every hand was saved',
      '0 hands saved. 1 hand in which you did not play was not saved: you can store 20 of them.',
    );
  });

  it('accepts no other hands while hands are being saved, because the box is emptied afterwards', async () => {
    const { box, worker } = await pasteHand();
    worker.finish([readHand]);
    const release = screen.network.hold('hands.save');
    screen.network.changeResponse('hands.save', () => [{ outcome: 'saved', id: crypto.randomUUID() }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    await waitFor(() => expect(box).toHaveAttribute('readonly'));
    expect(screen.getByLabelText('Choose files')).toBeDisabled();
    box.focus();
    await screen.user.paste('PokerStars Hand #2');
    expect(worker.received).toHaveLength(1);
    release();
    await screen.readMessage('Saved');
    expect(screen.getByLabelText('Choose files')).toBeEnabled();
  });

  it('keeps its text when the user saves the hands that were read before the worker failed', async () => {
    const box = await openPasteBox();
    await screen.user.click(box);
    await screen.user.paste('PokerStars Hand #1, Winamax Poker');
    await waitFor(() => expect(SilentWorker.opened[0]?.received).toHaveLength(1));
    SilentWorker.opened[0]?.respond({ data: { request: 1, results: [readHand], total: 2, isDone: false } });
    await screen.findByText('Reading 1 of 2');
    SilentWorker.opened[0]?.fail();
    screen.network.changeResponse('hands.save', () => [{ outcome: 'saved', id: crypto.randomUUID() }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    await screen.readMessage('Not every hand was saved');
    expect(box).toHaveValue('PokerStars Hand #1, Winamax Poker');
    expect(screen.getByRole('button', { name: 'read them again' })).toBeVisible();
  });

  it('keeps a hand that the browser could read but the server could not', async () => {
    const { box, worker } = await pasteHand();
    const other = { ...readHand, text: 'PokerStars Hand #2', key: 'b'.repeat(64) };
    worker.finish([readHand, other]);
    screen.network.changeResponse('hands.save', () => [
      { outcome: 'saved', id: crypto.randomUUID() },
      {
        outcome: 'unreadable',
        code: 'bad_amount',
        line: 1,
        message: 'An amount in this line cannot be read.',
      },
    ]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save 2 hands' }));
    await screen.readMessage('Not every hand was saved');
    expect(box).toHaveValue('PokerStars Hand #2');
  });

  it('after the toast has closed, still says that the account is full, until another text is entered', async () => {
    const { box, worker } = await pasteHand();
    worker.finish([readHand]);
    screen.network.changeResponse('hands.save', () => [{ outcome: 'full' }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    await screen.readMessage('Not every hand was saved');
    const reason = within(screen.getByRole('region', { name: 'Add hands' })).getByRole('alert');
    expect(reason).toHaveTextContent('Your account stores no more.');
    // The reason is above the button, because a phone's sheet would cut off a text below the button.
    const button = screen.getByRole('button', { name: 'Save this hand' });
    expect(reason.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    screen.fill(box, 'Another');
    await waitFor(() => expect(reason).not.toBeInTheDocument());
  });

  it('does not say “Saved” when the account had every hand already', async () => {
    const { worker } = await pasteHand();
    worker.finish([readHand]);
    screen.network.changeResponse('hands.save', () => [{ outcome: 'known', id: 'the-hand' }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    expect(await screen.readMessage('No new hands', 'You had 1 already.')).toBe('status');
    expect(screen.getByRole('link', { name: /^Open the hand/ }).parentElement).toHaveTextContent(
      /^You have this hand already\. /,
    );
  });

  it('links to a single saved hand until another text is entered', async () => {
    const { box, worker } = await pasteHand();
    worker.finish([readHand]);
    screen.network.changeResponse('hands.save', () => [{ outcome: 'saved', id: 'the-hand' }]);
    await screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
    const link = await screen.findByRole('link', { name: 'Open the hand, or ask the coach about it' });
    expect(link).toHaveAttribute('href', '/hands/the-hand');
    screen.fill(box, 'Another');
    await waitFor(() => expect(link).not.toBeInTheDocument());
  });

  it('keeps the text when the parser cannot be loaded, and parses the text when the user asks for it', async () => {
    const { box, worker } = await pasteHand();
    worker.fail();
    await screen.user.click(await screen.findByRole('button', { name: 'read them again' }));
    expect(box).toHaveValue('PokerStars Hand #1');
    expect(SilentWorker.opened[1]?.received).toMatchObject([{ text: 'PokerStars Hand #1' }]);
  });
});

it('on a phone, the hands of a file are still listed when the sheet is opened again', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  SilentWorker.opened = [];
  const as = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/hands', { as, width: 390 });
  await screen.user.click(await screen.findByRole('button', { name: 'Paste a hand' }));
  await screen.user.upload(await screen.findByLabelText('Choose files'), new File(['A hand'], 'hands.txt'));
  await waitFor(() => expect(SilentWorker.opened.at(-1)?.received).toHaveLength(1));
  SilentWorker.opened.at(-1)?.finish([readHand]);
  await screen.findByText('1 hand read');
  await screen.user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('1 hand read')).toBeNull());
  await screen.user.click(screen.getByRole('button', { name: 'Paste a hand' }));
  expect(await screen.findByText('1 hand read')).toBeVisible();
});

it('a hand that was read can be opened without being saved; saving it moves the focus to the box', async () => {
  const { box, worker } = await pasteHand();
  const { hand } = findAcademyHand('check-raise');
  worker.finish([{ ...readHand, hand }]);
  const row = await screen.findByRole('button', { name: /^BTN A/ });
  row.focus();
  await screen.user.keyboard('{Enter}');
  expect(await screen.findByRole('region', { name: 'Replayer' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save this hand' })).toBeEnabled();
  expect(await academy.deps.db.selectFrom('hands').select('id').execute()).toEqual([]);
  await screen.user.click(screen.getByRole('button', { name: 'Save this hand' }));
  await waitFor(() => expect(box).toHaveFocus());
});

it('a visitor replays a hand without sending it, and the tab keeps the hand until the visitor has an account', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  SilentWorker.opened = [];
  screen = await openScreen(academy, '/hands');
  const box = await screen.findByLabelText('Paste a hand');
  await screen.user.click(box);
  await screen.user.paste('PokerStars Hand #1');
  await waitFor(() => expect(SilentWorker.opened[0]?.received).toHaveLength(1));
  const { hand } = findAcademyHand('check-raise');
  SilentWorker.opened[0]?.finish([{ ...readHand, hand }, badHand]);
  await screen.user.click(await screen.findByRole('button', { name: /^BTN A/ }));
  await waitFor(() => expect(screen.getAllByRole('region', { name: 'Replayer' })).toHaveLength(2));
  expect(screen.getByText('What you entered stays in this tab while you sign up.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign up to keep it' })).toHaveAttribute(
    'href',
    '/auth?tab=signup&next=%2Fhands',
  );
  for (const name of [/^Save/, 'Help us read it']) expect(screen.queryByRole('button', { name })).toBeNull();
  // A file would not be kept in the tab.
  expect(screen.queryByLabelText('Choose files')).toBeNull();
  fireEvent.drop(box, { dataTransfer: { files: [new File(['A hand'], 'hands.txt')] } });
  await screen.readMessage('You need an account to add files');
  box.focus();
  await screen.user.keyboard('{Control>}{Enter}{/Control}');
  await screen.settle();
  expect(screen.network.sent.join()).not.toMatch(/hands\.(save|reportUnreadable)/);
});

it('a visitor does not see the drafts of a user whose session ended, and the visitor’s hand is kept after a login', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  SilentWorker.opened = [];
  const user = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/');
  sessionStorage.setItem('draft-owner', JSON.stringify('1'));
  sessionStorage.setItem('draft:hands', JSON.stringify({ text: 'Seat 1: Riley Chen' }));
  await screen.goTo('/hands');
  const box = await screen.findByLabelText('Paste a hand');
  await screen.user.click(box);
  await screen.user.paste('PokerStars Hand #1');
  await waitFor(() =>
    expect(SilentWorker.opened.at(-1)?.received).toMatchObject([{ text: 'PokerStars Hand #1' }]),
  );
  await screen.goTo('/auth?next=/hands');
  const form = within(await screen.findByRole('form', { name: 'Login' }));
  screen.fill(form.getByLabelText('Email'), user.email);
  screen.fill(form.getByLabelText('Password'), testPassword);
  await screen.user.click(form.getByRole('button', { name: 'Login' }));
  await screen.findByRole('region', { name: 'Add hands' });
  await waitFor(() => expect(SilentWorker.opened.length).toBeGreaterThan(1));
  await screen.settle();
  expect(SilentWorker.opened.at(-1)?.received).toMatchObject([{ text: 'PokerStars Hand #1' }]);
  expect(Object.values(sessionStorage).join()).not.toContain('Riley Chen');
});
