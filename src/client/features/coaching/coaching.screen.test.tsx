import { fireEvent, waitFor, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import {
  answer,
  answeredQuestion,
  answeredStudent,
  askedQuestion,
  savedHand,
  thought,
  verifiedStudent,
} from '../../../server/coaching/testing/asked-questions.ts';
import { undoSeconds } from '../../../shared/coaching/answers.ts';
import { changeUser } from '../../../testing/rows.ts';
import { coachedAcademy } from '../../../testing/screen/coached-academy.ts';
import { testPassword } from '../../../testing/test-app.ts';
import { formatDate } from '../../lib/format.ts';

const fixture = coachedAcademy();
/** After this time, the coach can no longer take an answer back, and the student can read it. */
const undoMs = undoSeconds * 1_000;

it('a student asks about a decision; the form keeps its text after an error and a reload', async () => {
  const student = await verifiedStudent(fixture.academy);
  const { id } = await savedHand(fixture.academy, student);
  const page = await fixture.open(`/hands/${id}`, student);
  await page.user.click(await page.findByRole('button', { name: 'Ask the coach' }));
  const dialog = await page.findByRole('dialog', { name: 'Ask the coach' });
  await within(dialog).findByText('1 question left');
  expect(within(dialog).getByRole('combobox', { name: 'Your decision' })).toHaveDisplayValue(/^River: /);
  const send = () => page.user.click(page.getAllByRole('button', { name: 'Ask the coach' }).at(-1) ?? dialog);
  await send();
  await page.findByText('Say what you did and why, in at least 20 characters');
  page.fill(page.getByRole('textbox', { name: 'What did you do and why?' }), thought);
  const restore = page.network.fail('questions.ask', { status: 503, code: 'busy' });
  await send();
  await page.findByText('Your question was not sent');
  restore();
  await page.reload();
  await page.user.click(await page.findByRole('button', { name: 'Ask the coach' }));
  expect(await page.findByRole('textbox', { name: 'What did you do and why?' })).toHaveValue(thought);
  await page.findByText('1 question left');
  await send();
  await page.findByRole('button', { name: 'Withdraw the question' });
  await page.findByText('Waiting for a coach');
  expect(page.url()).toMatch(/^\/questions\//);
  await page.user.click(page.getByRole('button', { name: 'Withdraw the question' }));
  expect(page.getByRole('button', { name: 'Keep the question' })).toHaveFocus();
  await page.user.keyboard('{Enter}');
  expect(page.getByRole('button', { name: 'Withdraw the question' })).toHaveFocus();
  await page.user.click(page.getByRole('button', { name: 'Withdraw the question' }));
  await page.user.click(page.getByRole('button', { name: 'Withdraw it' }));
  await page.findByText('Withdrawn');
  await waitFor(() => expect(page.getByRole('heading', { level: 1 })).toHaveFocus());
});

it('if the response is lost when a student spends the last credit, sending the question again opens the stored question', async () => {
  const student = await verifiedStudent(fixture.academy);
  const { id } = await savedHand(fixture.academy, student);
  const page = await fixture.open(`/hands/${id}`, student);
  await page.user.click(await page.findByRole('button', { name: 'Ask the coach' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Ask the coach' }));
  page.fill(dialog.getByRole('textbox', { name: 'What did you do and why?' }), thought);
  const restore = page.network.changeResponse('questions.ask', () => {
    throw new TypeError('Failed to fetch');
  });
  await page.user.click(dialog.getByRole('button', { name: 'Ask the coach' }));
  await dialog.findByText('Your question may have been sent');
  await dialog.findByText('You have no questions left');
  restore();
  await page.settle();
  // After a server error, too, the question may have been stored.
  const restoreFailure = page.network.fail('questions.ask', { status: 500, code: 'internal' });
  await page.user.click(dialog.getByRole('button', { name: 'Ask the coach' }));
  await dialog.findByText('Something went wrong on our side. Please try again in a moment.');
  expect(dialog.getByText('Your question may have been sent')).toBeVisible();
  restoreFailure();
  await page.settle();
  await page.user.click(dialog.getByRole('button', { name: 'Ask the coach' }));
  await page.findByText('Waiting for a coach');
});

it('a question that is asked at the end of the replay is about the last decision of the hand', async () => {
  const student = await verifiedStudent(fixture.academy);
  const { id } = await savedHand(fixture.academy, student);
  const page = await fixture.open(`/hands/${id}`, student);
  (await page.findByRole('region', { name: 'Replayer' })).focus();
  await page.user.keyboard('{End}');
  expect(page.getByRole('button', { name: /^(Showdown|End)$/ })).toHaveAttribute('aria-current', 'step');
  await page.user.click(page.getByRole('button', { name: 'Ask the coach' }));
  const decision = await page.findByRole('combobox', { name: 'Your decision' });
  expect(decision).toHaveDisplayValue(/^River: /);
});

it('a student who may not ask a question can close the dialog, which shows the entered text when it opens again', async () => {
  const student = await fixture.academy.createUser({ password: testPassword });
  const { id } = await savedHand(fixture.academy, student);
  const page = await fixture.open(`/hands/${id}`, student);
  await page.user.click(await page.findByRole('button', { name: 'Ask the coach' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Ask the coach' }));
  await dialog.findByText('Verify your email to ask 1 question');
  expect(dialog.getByRole('button', { name: 'Ask the coach' })).toBeDisabled();
  page.fill(dialog.getByRole('textbox', { name: 'What did you do and why?' }), thought);
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  await page.user.click(page.getByRole('button', { name: 'Ask the coach' }));
  expect(await page.findByRole('textbox', { name: 'What did you do and why?' })).toHaveValue(thought);
  expect(page.network.sent.join()).not.toContain('questions.ask');
});

it('the questions page explains how a student without credits gets them', async () => {
  const student = await fixture.academy.createUser({ password: testPassword });
  const page = await fixture.open('/questions', student);
  await page.findByText('Verify your email to ask 1 question');
  expect(await page.findByRole('link', { name: 'a membership' })).toHaveAttribute(
    'href',
    '/subscription-plans',
  );
  await page.findByText('An answer looks like this');
  page.network.changeResponse('questions.credits', (data: object) => ({ ...data, oncePaid: 10 }));
  await page.reload();
  await page.findByText(/^10 questions for this month come as soon as your membership is paid/);
});

it('questions that expire at midnight are shown with their last day', async () => {
  const midnight = new Date();
  midnight.setDate(midnight.getDate() + 10);
  midnight.setHours(0, 0, 0, 0);
  const student = await fixture.academy.createUser({ password: testPassword });
  const page = await fixture.open('/questions', student);
  const items = [{ source: 'plan', count: 2, expiresAt: midnight.toISOString() }];
  page.network.changeResponse('questions.credits', (data: object) => ({ ...data, left: 2, items }));
  await page.reload();
  await page.findByText('2 questions left');
  const last = new Date(midnight.getTime() - 1);
  expect(page.getByText(/, until /)).toHaveTextContent(`2 questions left, until ${formatDate(last)}`);
});

it('a coach answers with the keyboard, and the student decides again before reading the answer', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await askedQuestion(fixture.academy, student);
  const desk = await fixture.open('/coach', fixture.coach);
  // The newest question is the last row.
  const rows = await desk.findAllByText(/Dana W\./);
  for (const row of rows.slice(1)) {
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(row.closest('button')).toHaveAttribute('aria-current', 'true'));
  }
  await desk.user.keyboard('{Enter}');
  await desk.findByRole('heading', { name: 'Is a raise ever right?' });
  expect(desk.url()).toBe(`/coach?question=${id}`);
  await desk.settle();
  // The keys of the replayer work wherever the focus is.
  const sentence = () =>
    within(desk.getByRole('region', { name: 'Replayer' })).getByRole('status').textContent;
  const decision = sentence();
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  await waitFor(() => expect(sentence()).not.toBe(decision));
  fireEvent.keyDown(document.body, { key: 'a' });
  await desk.findByRole('textbox', { name: /^Comment: / });
  desk.fill(desk.getByRole('textbox', { name: 'The reason' }), answer.reason);
  const weights = desk.getAllByRole('textbox', { name: 'Weight' });
  const send = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  for (const [index, weight] of weights.entries()) desk.fill(weight, index === 0 ? '80' : '');
  send();
  await waitFor(() => expect(weights[1]).toHaveFocus());
  expect(weights[1]).toHaveAccessibleDescription('Enter a whole number from 0 to 100');
  for (const weight of weights) desk.fill(weight, '60');
  send();
  await desk.findByText(/give one of them a weight of at least 70/);
  for (const [index, weight] of weights.entries()) desk.fill(weight, index === 1 ? '' : '80');
  // Opens the dialog for returning the question. Ctrl+Enter in the dialog must not send the answer behind it.
  fireEvent.keyDown(document.body, { key: 'r' });
  const dialog = await desk.findByRole('dialog');
  fireEvent.keyDown(dialog, { key: 'Enter', ctrlKey: true });
  expect(desk.queryByText('Answer sent')).toBeNull();
  await desk.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(desk.queryByRole('dialog')).toBeNull());
  send();
  await desk.findByText('Answer sent');
  await waitFor(() => expect(desk.url()).not.toContain(id));
  // Takes the answer back.
  fireEvent.keyDown(document.body, { key: 'u' });
  await waitFor(() => expect(desk.url()).toBe(`/coach?question=${id}`));
  await waitFor(() => expect(desk.getByRole('textbox', { name: 'The reason' })).toHaveValue(answer.reason));
  await fixture.academy.caller(fixture.coach).questions.answer({ id, ...answer });
  await desk.close();

  fixture.academy.clock.advance(undoMs);
  const page = await fixture.open(`/questions/${id}`, student);
  await page.findByRole('heading', { name: 'Try again: what do you do?' });
  expect(page.queryByText(answer.reason)).toBeNull();
  await page.user.click(page.getByRole('button', { name: 'Call' }));
  await page.findByText(answer.reason);
  const answers = () => page.getByRole('region', { name: /^Answer from / }).parentElement;
  await waitFor(() => expect(answers()).toHaveFocus());
  await page.findByText('· your choice');
  await page.user.click(page.getByRole('button', { name: /^Show the action Flop: / }));
  const replayer = within(page.getByRole('region', { name: 'Replayer' }));
  expect(replayer.getAllByRole('status')[0]).toHaveTextContent(/^Flop: /);
  await page.user.click(page.getByRole('button', { name: 'Helpful' }));
  await waitFor(() =>
    expect(page.getByRole('button', { name: 'Helpful' })).toHaveAttribute('aria-pressed', 'true'),
  );
  page.fill(page.getByRole('textbox', { name: 'Your follow-up question' }), 'And what about a raise?');
  await page.user.click(page.getByRole('button', { name: 'Send the follow-up' }));
  await page.findByText('Follow-up waits for a coach');
  // The form, which had the focus, is gone.
  await waitFor(() => expect(answers()).toHaveFocus());
});

it('a coach copies a similar earlier answer with one key, and text that the coach has entered is not replaced', async () => {
  const student = await verifiedStudent(fixture.academy);
  await answeredQuestion(fixture.academy, student, fixture.coach);
  const id = await askedQuestion(fixture.academy, await verifiedStudent(fixture.academy));
  const desk = await fixture.open(`/coach?question=${id}`, fixture.coach);
  const leak = await desk.findByRole('combobox', { name: /^Leak/ });
  await desk.user.selectOptions(leak, answer.leak);
  await desk.findByText(/similar answer/);
  const reason = desk.getByRole('textbox', { name: 'The reason' });
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await waitFor(() => expect(reason).toBeInvalid());
  reason.blur();
  fireEvent.keyDown(document.body, { key: 'e' });
  await waitFor(() => expect(reason).toHaveValue(answer.reason));
  expect(reason).toBeValid();
  // The options are in the order in which the earlier answer lists them.
  const weights = desk.getAllByRole<HTMLInputElement>('textbox', { name: 'Weight' });
  expect(weights.map(({ value }) => value)).toEqual(['0', '70', '30']);
  desk.fill(reason, 'Typed by hand');
  fireEvent.keyDown(document.body, { key: 'e' });
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Use this answer'));
  expect(reason).toHaveValue('Typed by hand');
  if (weights[0]) desk.fill(weights[0], '5');
  const [use = document.body] = desk.getAllByRole('button', { name: 'Use this answer' });
  await desk.user.click(use);
  expect(reason).toHaveValue(`Typed by hand\n${answer.reason}`);
  expect(weights.map(({ value }) => value)).toEqual(['5', '70', '30']);
  await desk.user.click(use);
  expect(reason).toHaveValue(`Typed by hand\n${answer.reason}`);
});

it('a returned question shows the reason, and another student’s question is not found', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await askedQuestion(fixture.academy, student);
  await fixture.academy.caller(fixture.coach).questions.claim({ id });
  await fixture.academy
    .caller(fixture.coach)
    .questions.return({ id, reason: 'unclear', text: 'Which bet do you mean?' });
  const page = await fixture.open(`/questions/${id}`, student);
  await page.findByText('A coach returned this question: The question is not clear');
  await page.findByText('Which bet do you mean?');
  await page.close();
  const other = await fixture.open(`/questions/${id}`, await verifiedStudent(fixture.academy));
  await other.findByText('There is no such question');
});

it('a student withdraws the permission for the academy to use the hand', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await askedQuestion(fixture.academy, student);
  await fixture.academy.caller(student).questions.setAllowLibrary({ id, allowLibrary: true });
  const page = await fixture.open(`/questions/${id}`, student);
  const consent = () =>
    page.getByRole('checkbox', { name: 'The academy may use this hand, without my name' });
  await waitFor(() => expect(consent()).toBeChecked());
  await page.user.click(consent());
  await waitFor(async () =>
    expect(await fixture.academy.caller(student).questions.get({ id })).toMatchObject({
      allowLibrary: false,
    }),
  );
  await page.settle();
  expect(consent()).not.toBeChecked();
});

it('if a hand was deleted before its question was answered, the page says that the student can ask another question', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await askedQuestion(fixture.academy, student);
  const { handId } = await fixture.academy.caller(student).questions.get({ id });
  await fixture.academy.caller(student).hands.remove({ ids: [handId ?? ''] });
  const page = await fixture.open(`/questions/${id}`, student);
  await page.findByText('Nobody can answer this question now. You can ask another one in its place.');
  expect(page.queryByText(/The answer stays/)).toBeNull();
});

it('only coaches can open the page with the questions of students', async () => {
  const page = await fixture.open('/coach', await fixture.academy.createUser({ password: testPassword }));
  await page.findByText('Only coaches can open this page');
});

it('when two admins edit a coach, the second admin sees what the first admin saved', async () => {
  const person = await fixture.academy.createUser();
  const seen = { userId: person.userId, displayName: 'Ada Moss', about: 'Cash games.', weeklyCapacity: 20 };
  const grant = fixture.academy.caller(fixture.admin).admin.coaching.grantCoach;
  await grant(seen);
  const page = await fixture.open('/admin?tab=coaching', fixture.admin);
  const row = (await page.findByText('Ada Moss')).closest('li');
  if (!row) throw new Error('the coach has no row');
  await page.user.click(within(row).getByRole('button', { name: 'Edit: Ada Moss' }));
  page.fill(await page.findByRole('textbox', { name: 'Questions per week' }), '8');
  await grant({ ...seen, about: 'Tournaments.', weeklyCapacity: 5, before: { ...seen, active: true } });
  const save = () => page.user.click(page.getByRole('button', { name: 'Save the coach' }));
  await save();
  await page.findByText('“5” was saved in the meantime. Save again to use what you entered.');
  expect(page.getByRole('textbox', { name: 'Questions per week' })).toHaveValue('8');
  await waitFor(() => expect(page.getByRole('textbox', { name: /^About/ })).toHaveValue('Tournaments.'));
  await save();
  await page.readMessage('Coach saved');
  expect(await fixture.academy.caller(fixture.admin).admin.coaching.coaches()).toContainEqual(
    expect.objectContaining({ userId: person.userId, about: 'Tournaments.', weeklyCapacity: 8 }),
  );
});

it('if a question is answered while the student is away, the page asks for the decision again when the student returns', async () => {
  const { academy, coach } = fixture;
  const student = await verifiedStudent(academy);
  const id = await askedQuestion(academy, student);
  const page = await fixture.open(`/questions/${id}`, student);
  await page.findByText('Waiting for a coach');
  await page.settle();
  const { questions } = academy.caller(coach);
  await questions.claim({ id });
  await questions.answer({ id, ...answer });
  academy.clock.advance(undoMs);
  // The page fetches the question again when the student returns after more than 30 seconds.
  vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] });
  try {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await page.findByRole('heading', { name: 'Try again: what do you do?' });
  } finally {
    vi.useRealTimers();
  }
});

it('the lists of a student’s questions and of a coach’s students show what changed since they were loaded', async () => {
  const { academy, coach } = fixture;
  const student = await verifiedStudent(academy);
  await changeUser(academy, student, { first_name: 'Zora' });
  const id = await askedQuestion(academy, student);
  const desk = await fixture.open('/coach?view=students', coach);
  await desk.findByRole('heading', { name: 'Your students' });
  await desk.settle();
  window.history.pushState(null, '', `/coach?question=${id}`);
  await desk.findByRole('textbox', { name: 'The reason' });
  window.history.pushState(null, '', '/coach?view=students');
  await desk.findByRole('link', { name: 'Zora W.' });
  await desk.close();

  const page = await fixture.open('/questions', student);
  await page.findByText('A coach is answering');
  await page.settle();
  await academy.caller(coach).questions.return({ id, reason: 'unclear' });
  vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] });
  try {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await page.findByText('Returned');
  } finally {
    vi.useRealTimers();
  }
});

it('a student’s cached list of questions is updated when the hand of a question is deleted', async () => {
  const student = await verifiedStudent(fixture.academy);
  await askedQuestion(fixture.academy, student);
  const page = await fixture.open('/questions', student);
  await page.findByText('Waiting for a coach');
  await page.user.click(page.getAllByRole('link', { name: 'Hands' })[0] ?? document.body);
  await page.user.click(await page.findByRole('checkbox', { name: 'Select Top pair' }));
  await page.user.click(page.getByRole('button', { name: 'Delete 1 hand...' }));
  await page.user.click(await page.findByRole('button', { name: 'Delete 1 hand' }));
  await page.readMessage('1 hand deleted');
  fireEvent.click(page.getAllByRole('link', { name: 'Questions', hidden: true })[0] ?? document.body);
  await page.findByText('The hand was deleted');
});

it('the library shows the numbers of new answers and pieces of homework, and the newest hand and answer', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  fixture.academy.clock.advance(undoMs);
  await fixture.academy
    .caller(fixture.coach)
    .coaching.setHomework({ id: crypto.randomUUID(), studentId: student.userId, text: 'Count the bluffs.' });
  const page = await fixture.open('/coaching', student);
  const waiting = await page.findByRole('region', { name: 'Waiting for you' });
  expect(waiting).toHaveTextContent('1 new answer · 1 piece of homework');
  const overview = within(page.getByRole('region', { name: 'Your study at a glance' }));
  expect(overview.getByRole('link', { name: 'Top pair' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/hands\/./),
  );
  await page.user.click(overview.getByRole('link', { name: 'Decide again, then read it' }));
  await page.findByRole('heading', { name: 'Try again: what do you do?' });
  await page.user.click(page.getByRole('button', { name: 'Call' }));
  await page.findByText(answer.reason);
  await page.user.click(page.getByRole('link', { name: 'Library' }));
  await waitFor(() =>
    expect(page.getByRole('region', { name: 'Waiting for you' })).not.toHaveTextContent('new answer'),
  );
});
