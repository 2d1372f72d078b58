import { fireEvent, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import {
  answeredQuestion,
  askedQuestion,
  createCoach,
  verifiedStudent,
} from '../../../../server/coaching/testing/asked-questions.ts';
import { undoSeconds } from '../../../../shared/coaching/answers.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';
import type { Screen } from '../../../../testing/screen/open-screen.ts';
import { testPassword } from '../../../../testing/test-app.ts';

const fixture = coachedAcademy();

async function openQuestion(coach = fixture.coach) {
  const id = await askedQuestion(fixture.academy, await verifiedStudent(fixture.academy));
  const desk = await fixture.open(`/coach?question=${id}`, coach);
  const reason = await desk.findByRole('textbox', { name: 'The reason' });
  return { desk, reason, id };
}

it('J and K move the focus from question to question, and Enter opens the focused question', async () => {
  for (const _ of ['first', 'second'])
    await askedQuestion(fixture.academy, await verifiedStudent(fixture.academy));
  const { items } = await fixture.academy.caller(fixture.coach).questions.queue({});
  const desk = await fixture.open('/coach', fixture.coach);
  const list = within(await desk.findByRole('region', { name: 'Open questions' }));
  const [first, second] = list.getAllByRole('button');
  // The first question is selected from the start, so J moves to the second.
  fireEvent.keyDown(document.body, { key: 'j' });
  await waitFor(() => expect(second).toHaveFocus());
  await waitFor(() => expect(second).toHaveAttribute('aria-current', 'true'));
  fireEvent.keyDown(document.body, { key: 'k' });
  await waitFor(() => expect(first).toHaveFocus());
  fireEvent.keyDown(document.body, { key: 'j' });
  await desk.user.keyboard('{Enter}');
  await waitFor(() => expect(desk.url()).toBe(`/coach?question=${items[1]?.id}`));
});

it('Enter opens the selected question even while the main content has the focus, as it has after a navigation', async () => {
  const id = await askedQuestion(fixture.academy, await verifiedStudent(fixture.academy));
  const desk = await fixture.open('/coach', fixture.coach);
  const list = within(await desk.findByRole('region', { name: 'Open questions' }));
  const { items } = await fixture.academy.caller(fixture.coach).questions.queue({});
  const position = items.findIndex((item) => item.id === id);
  const row = list.getAllByRole('button')[position];
  row?.focus();
  await waitFor(() => expect(row).toHaveAttribute('aria-current', 'true'));
  desk.getByRole('main').focus();
  await desk.user.keyboard('{Enter}');
  await waitFor(() => expect(desk.url()).toBe(`/coach?question=${id}`));
});

it('typing a letter selects a phrase in the menu, and only Enter inserts the phrase', async () => {
  const { questions } = fixture.academy.caller(fixture.coach);
  for (const text of ['Count the combinations.', 'Quiet rivers are folds.']) {
    await questions.savePhrase({ text });
  }
  const { desk, reason, id } = await openQuestion();
  await desk.findByRole('button', { name: 'Insert a phrase' });
  fireEvent.keyDown(document.body, { key: '/' });
  await waitFor(() => expect(desk.getByRole('menu')).toHaveFocus());
  await desk.user.keyboard('q{Escape}');
  await waitFor(() => expect(desk.queryByRole('menu')).toBeNull());
  expect(desk.getByRole('button', { name: 'Insert a phrase' })).toHaveFocus();
  expect(reason).toHaveValue('');
  await desk.user.click(desk.getByRole('button', { name: 'Insert a phrase' }));
  await desk.user.keyboard('{Escape}');
  fireEvent.keyDown(document.body, { key: '/' });
  await waitFor(() => expect(desk.getByRole('menu')).toHaveFocus());
  await desk.user.keyboard('q{Enter}');
  await waitFor(() => expect(reason).toHaveValue('Quiet rivers are folds.'));
  await waitFor(() => expect(reason).toHaveFocus());
  await desk.user.keyboard(' Mostly.');
  expect(reason).toHaveValue('Quiet rivers are folds. Mostly.');
  expect(desk.url()).toBe(`/coach?question=${id}`);
});

it('a coach removes a phrase after a confirmation', async () => {
  const { questions } = fixture.academy.caller(fixture.coach);
  for (const { id } of await questions.phrases()) await questions.removePhrase({ id });
  for (const text of ['Count the bluffs.', 'An old phrase.']) await questions.savePhrase({ text });
  const textsOf = async () => (await questions.phrases()).map(({ text }) => text);
  const { desk } = await openQuestion();
  await desk.findByRole('button', { name: 'Insert a phrase' });
  await desk.user.click(desk.getByRole('button', { name: 'Remove phrases' }));
  const dialog = within(await desk.findByRole('dialog', { name: 'Your phrases' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Remove: An old phrase.' }));
  expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  expect(await textsOf()).toHaveLength(2);
  await desk.user.click(dialog.getByRole('button', { name: 'Remove phrase' }));
  await waitFor(() => expect(dialog.queryByText('An old phrase.')).toBeNull());
  await waitFor(() => expect(dialog.getByRole('listitem')).toHaveFocus());
  expect(await textsOf()).toEqual(['Count the bluffs.']);
});

it('if no leak is chosen, the E key shows that a leak must be chosen before an answer can be copied', async () => {
  const { desk } = await openQuestion();
  await desk.settle();
  fireEvent.keyDown(document.body, { key: 'e' });
  await desk.readMessage('No similar answer', 'Choose a leak first.');
});

it('the weight field of each option is in a group named after the option', async () => {
  const { desk } = await openQuestion();
  const second = within(desk.getByRole('group', { name: 'Option 2' }));
  expect(second.getByRole('textbox', { name: 'Weight' })).toHaveAttribute('name', 'weight-1');
});

it('Escape moves the focus from a field to the replayer, and a digit then moves the focus to the weight of an option', async () => {
  const { desk, reason } = await openQuestion();
  const [weight] = desk.getAllByRole<HTMLInputElement>('textbox', { name: 'Weight' });
  if (!weight) throw new Error('no option was suggested');
  desk.fill(weight, '80');
  reason.focus();
  await desk.user.keyboard('{Escape}');
  expect(desk.getByRole('region', { name: 'Replayer' })).toHaveFocus();
  await desk.user.keyboard('1');
  await waitFor(() => expect(weight).toHaveFocus());
  await desk.user.keyboard('35');
  expect(weight).toHaveValue('35');
});

it.each(['Option 1', 'Weight', 'Why, for option 1 (optional)'])(
  'Enter in the field “%s” moves the focus to the field for the reason, and sends nothing',
  async (name) => {
    const { desk, reason, id } = await openQuestion();
    const option = within(desk.getByRole('group', { name: 'Option 1' }));
    desk.fill(option.getByRole('textbox', { name: 'Weight' }), '100');
    desk.fill(reason, 'The price is good.');
    await desk.user.click(option.getByRole('textbox', { name }));
    await desk.user.keyboard('{Enter}');
    await waitFor(() => expect(reason).toHaveFocus());
    await desk.settle();
    expect(desk.url()).toBe(`/coach?question=${id}`);
    expect(desk.queryByText('Answer sent')).toBeNull();
  },
);

it('the list of keys includes the keys of the answer form', async () => {
  const { desk } = await openQuestion();
  await desk.user.click(desk.getByRole('button', { name: 'Keys' }));
  const keys = within(await desk.findByRole('dialog', { name: 'Keyboard shortcuts of the replayer' }));
  expect(keys.getByText('Ctrl Enter').nextSibling).toHaveTextContent('send the answer');
  expect(keys.getByText('E').nextSibling).toHaveTextContent('copy the most similar answer');
  // The digits move to the weights, so they do not set the speed.
  expect(keys.queryByText('speed while it plays')).toBeNull();
});

it('the list of keys of a follow-up does not include the key that returns a question, because follow-ups cannot be returned', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await answeredQuestion(fixture.academy, student, fixture.coach);
  fixture.academy.clock.advance(undoSeconds * 1_000);
  const { questions } = fixture.academy.caller(student);
  await questions.revealAnswer({ id, choice: null });
  await questions.reopen({ id, text: 'And what about a raise on the turn?' });
  const desk = await fixture.open(`/coach?question=${id}`, fixture.coach);
  await desk.user.click(await desk.findByRole('button', { name: 'Keys' }));
  const keys = within(await desk.findByRole('dialog', { name: 'Keyboard shortcuts of the replayer' }));
  expect(keys.getByText('make a drill')).toBeVisible();
  expect(keys.queryByText('return the question')).toBeNull();
});

it('a logout asks before it discards an unsent answer', async () => {
  const { desk, reason } = await openQuestion();
  const logOut = async () => {
    await desk.user.click(desk.getByRole('button', { name: /Account menu/ }));
    await desk.user.click(desk.getByRole('button', { name: 'Logout' }));
  };
  desk.fill(reason, 'Count the combinations.');
  await logOut();
  await desk.user.click(await desk.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(desk.queryByRole('dialog')).toBeNull());
  expect(reason).toHaveValue('Count the combinations.');
  expect(desk.network.sent.join()).not.toContain('auth.logout');
  await logOut();
  const restore = desk.network.drop('auth.logout');
  await desk.user.click(await desk.findByRole('button', { name: 'Discard and log out' }));
  expect(await desk.findByRole('alert')).toHaveTextContent('You are still logged in');
  await desk.settle();
  restore();
  await desk.user.click(desk.getByRole('button', { name: 'Discard and log out' }));
  await waitFor(() => expect(desk.url()).toBe('/'));
});

it('the confirmation dialog of a logout stays open until the request ends, so that the coach sees a failure', async () => {
  const { desk, reason } = await openQuestion();
  desk.fill(reason, 'Count the combinations.');
  desk.network.fail('auth.logout', { status: 503, code: 'busy' });
  const release = desk.network.hold('auth.logout');
  await desk.user.click(desk.getByRole('button', { name: /Account menu/ }));
  await desk.user.click(desk.getByRole('button', { name: 'Logout' }));
  await desk.user.click(await desk.findByRole('button', { name: 'Discard and log out' }));
  await desk.user.click(desk.getByRole('button', { name: 'Keep editing' }));
  await desk.user.keyboard('{Escape}');
  release();
  expect(await desk.findByRole('alert')).toHaveTextContent('You are still logged in');
  await desk.settle();
  await desk.user.click(desk.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(desk.queryByRole('dialog')).toBeNull());
  expect(reason).toHaveValue('Count the combinations.');
});

it('a logout asks nothing if there is no unsent answer', async () => {
  const { desk } = await openQuestion();
  await desk.user.click(desk.getByRole('button', { name: /Account menu/ }));
  await desk.user.click(desk.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(desk.url()).toBe('/'));
});

it('a coach finds the questions of students in the account menu', async () => {
  const desk = await fixture.open('/coaching', fixture.coach);
  await desk.user.click(await desk.findByRole('button', { name: /Account menu/ }));
  await desk.user.click(await desk.findByRole('link', { name: 'Student questions' }));
  await desk.findByRole('heading', { name: 'Student questions' });
});

it('a coach who is logged out while answering can log in on the page, and the answer is sent', async () => {
  const { desk, reason } = await openQuestion();
  desk.fill(reason, 'Count the combinations.');
  for (const weight of desk.getAllByRole('textbox', { name: 'Weight' })) desk.fill(weight, '80');
  await fixture.academy.deps.db.deleteFrom('sessions').execute();
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  const signIn = within(await desk.findByRole('dialog', { name: 'You were logged out' }));
  desk.fill(signIn.getByLabelText('Your password'), testPassword);
  await desk.user.click(signIn.getByRole('button', { name: 'Log in and continue' }));
  await desk.findByText('Answer sent');
});

it('a coach whose coach rights are revoked while they answer still sees their answer, and why it was not sent', async () => {
  const { academy, admin } = fixture;
  const coach = await createCoach(academy, admin, 'Sam Reed');
  const { desk, reason } = await openQuestion(coach);
  desk.fill(reason, 'Count the combinations.');
  for (const weight of desk.getAllByRole('textbox', { name: 'Weight' })) desk.fill(weight, '80');
  await academy.caller(admin).admin.coaching.revokeCoach({ userId: coach.userId });
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.findByText('The answer was not sent');
  await desk.settle();
  expect(desk.getByText('Only coaches can open this')).toBeVisible();
  expect(desk.getByRole('textbox', { name: 'The reason' })).toHaveValue('Count the combinations.');
  await desk.user.click(desk.getByRole('button', { name: 'Back, keep the question' }));
  await desk.findByText('Ask an admin to make you one.');
});

it('an answer to a question that has returned to the queue is sent, unless another coach has claimed the question', async () => {
  const { academy, admin, coach } = fixture;
  const { desk, reason, id } = await openQuestion();
  desk.fill(reason, 'Count the combinations.');
  for (const weight of desk.getAllByRole('textbox', { name: 'Weight' })) desk.fill(weight, '80');
  await academy.caller(coach).questions.release({ id });
  const other = await createCoach(academy, admin, 'Sam Reed');
  await academy.caller(other).questions.claim({ id });
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.findByText('Sam Reed is answering this question.');
  await academy.caller(other).questions.release({ id });
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.findByText('Answer sent');
});

it('a question that has returned to the queue can be returned to the student', async () => {
  const { desk, id } = await openQuestion();
  await fixture.academy.caller(fixture.coach).questions.release({ id });
  await desk.user.click(desk.getByRole('button', { name: 'Return to the student...' }));
  const dialog = within(await desk.findByRole('dialog'));
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'unclear');
  await desk.user.click(dialog.getByRole('button', { name: 'Return the question' }));
  await desk.readMessage('Question returned');
});

it('after a lost response, an answer can be sent again and is stored once, and a question can be returned again', async () => {
  const { academy } = fixture;
  const lose = (desk: Screen, call: string) =>
    desk.network.changeResponse(call, () => {
      throw new TypeError('Failed to fetch');
    });
  const answered = await openQuestion();
  answered.desk.fill(answered.reason, 'Count the combinations.');
  for (const weight of answered.desk.getAllByRole('textbox', { name: 'Weight' })) {
    answered.desk.fill(weight, '80');
  }
  const send = () => answered.desk.user.click(answered.desk.getByRole('button', { name: 'Send the answer' }));
  let restore = lose(answered.desk, 'questions.answer');
  await send();
  await answered.desk.findByText('The answer may have been sent');
  restore();
  await answered.desk.settle();
  await send();
  await answered.desk.findByText('Answer sent');
  const { answers } = await academy.caller(fixture.coach).questions.getForCoach({ id: answered.id });
  expect(answers).toHaveLength(1);
  await answered.desk.close();

  const { desk } = await openQuestion();
  await desk.user.click(desk.getByRole('button', { name: 'Return to the student...' }));
  const dialog = within(await desk.findByRole('dialog'));
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'unclear');
  restore = lose(desk, 'questions.return');
  await desk.user.click(dialog.getByRole('button', { name: 'Return the question' }));
  await dialog.findByText('The question may have been returned');
  restore();
  await desk.settle();
  await desk.user.click(dialog.getByRole('button', { name: 'Return the question' }));
  await desk.readMessage('Question returned');
});

it('if a coach sends an answer with too few options, the focus moves to the first weight', async () => {
  const { desk, reason } = await openQuestion();
  desk.fill(reason, 'Count the combinations.');
  for (const label of desk.getAllByRole('textbox', { name: /^Option \d$/ })) desk.fill(label, '');
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  const [weight = reason] = desk.getAllByRole('textbox', { name: 'Weight' });
  await waitFor(() => expect(weight).toHaveFocus());
  expect(weight).toHaveAccessibleDescription(/^Name at least 2 options/);
});

async function sendAnswer() {
  const opened = await openQuestion();
  const { desk, reason } = opened;
  desk.fill(reason, 'Count the combinations.');
  for (const weight of desk.getAllByRole('textbox', { name: 'Weight' })) desk.fill(weight, '80');
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.findByText('Answer sent');
  await waitFor(() => expect(reason.isConnected).toBe(false));
  return opened;
}

it('an answer that the coach takes back on the page of its question can be edited there', async () => {
  const { desk, id } = await sendAnswer();
  // Simulates the browser's back button.
  window.history.pushState(null, '', `/coach?question=${id}`);
  await desk.findByRole('button', { name: 'Back to the questions' });
  const restore = desk.network.fail('questions.undoAnswer', { status: 429, code: 'too_many_attempts' });
  await desk.user.click(desk.getByRole('button', { name: 'Undo the answer' }));
  await desk.readMessage('Undo failed');
  restore();
  // The button is busy until the questions are loaded again.
  await desk.settle();
  await desk.user.click(desk.getByRole('button', { name: 'Undo the answer' }));
  expect(await desk.findByRole('textbox', { name: 'The reason' })).toHaveValue('Count the combinations.');
});

it('an answer that the coach takes back on the read-only page of its question can be edited', async () => {
  const { desk, id } = await sendAnswer();
  window.history.pushState(null, '', `/coach?view=read&question=${id}`);
  await desk.findByRole('button', { name: 'Back to the questions' });
  await desk.user.click(desk.getByRole('button', { name: 'Undo the answer' }));
  expect(await desk.findByRole('textbox', { name: 'The reason' })).toHaveValue('Count the combinations.');
});

it('a coach who leaves the question while the answer is being sent is not moved to another question', async () => {
  await askedQuestion(fixture.academy, await verifiedStudent(fixture.academy));
  const { desk, reason } = await openQuestion();
  desk.fill(reason, 'Count the combinations.');
  for (const weight of desk.getAllByRole('textbox', { name: 'Weight' })) desk.fill(weight, '80');
  const release = desk.network.hold('questions.answer');
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.user.click(desk.getByRole('button', { name: 'Back, keep the question' }));
  await desk.findByRole('region', { name: 'Open questions' });
  release();
  await desk.findByText('Answer sent');
  await desk.settle();
  expect(desk.url()).toBe('/coach');
});

const leakMessage = 'This leak was removed';
const removedLeak = {
  status: 400,
  code: 'invalid_input',
  message: leakMessage,
  fields: { leak: leakMessage },
};

it('a server error about a field is shown at that field, unless the draft has changed after the answer was sent', async () => {
  const { desk, reason } = await openQuestion();
  desk.fill(reason, 'Count the combinations.');
  for (const weight of desk.getAllByRole('textbox', { name: 'Weight' })) desk.fill(weight, '80');
  const leak = desk.getByRole('combobox', { name: /^Leak/ });
  desk.network.fail('questions.answer', removedLeak);
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await waitFor(() => expect(leak).toHaveAccessibleDescription(leakMessage));
  expect(desk.queryByText('The answer was not sent')).toBeNull();

  const release = desk.network.hold('questions.answer');
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.user.selectOptions(leak, 'river-call');
  release();
  await desk.findByText('The answer was not sent');
  expect(desk.getAllByText(leakMessage)).toHaveLength(1);
  expect(leak).not.toHaveAccessibleDescription(leakMessage);
});
