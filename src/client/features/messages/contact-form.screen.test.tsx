import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { changeUser } from '../../../testing/rows.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

const findForm = async () => within(await screen.findByRole('form', { name: 'Ask us anything' }));

it('the contact form names missing fields, keeps its input when sending fails, and confirms a sent message', async () => {
  screen = await openScreen(academy, '/');
  let form = await findForm();
  screen.fill(form.getByLabelText('Message'), 'Please send me a copy of my data.');
  await screen.user.click(form.getByRole('button', { name: 'Send message' }));
  expect(await form.findByText('Name is required')).toBeVisible();
  expect(form.getByLabelText('Name')).toHaveFocus();

  screen.fill(form.getByLabelText('Name'), 'Ivo Marek');
  screen.fill(form.getByLabelText('Email'), 'ivo@example.test');
  await screen.user.selectOptions(form.getByLabelText('Topic'), 'Privacy');
  expect(form.getByText(/answered within one month/)).toBeVisible();
  const restore = screen.network.drop('contact.send');
  await screen.user.click(form.getByRole('button', { name: 'Send message' }));
  expect(await form.findByRole('alert')).toHaveTextContent('Your message may have been sent');
  await screen.reload();
  form = await findForm();
  await waitFor(() =>
    expect(form.getByLabelText('Message')).toHaveValue('Please send me a copy of my data.'),
  );
  expect(form.getByLabelText('Topic')).toHaveValue('privacy');
  restore();
  await screen.user.click(form.getByRole('button', { name: 'Send message' }));
  const heading = await screen.findByRole('heading', { name: 'We have your message' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.getByText(/ivo@example\.test/)).toBeVisible();
});

it.each([
  ['', false],
  [' and a reload', true],
])(
  'a message is stored only once, even if it is sent again after a lost response%s',
  async (_what, reloads) => {
    const name = reloads ? 'Lost Lara' : 'Lost Lena';
    const student = await academy.createUser({ password: testPassword });
    screen = await openScreen(academy, '/', { as: student });
    let form = await findForm();
    await waitFor(() => expect(form.getByLabelText('Email')).toHaveValue(student.email));
    screen.fill(form.getByLabelText('Name'), name);
    screen.fill(form.getByLabelText('Message'), 'Where is my receipt?');
    await screen.user.selectOptions(form.getByLabelText('Topic'), 'Payments and refunds');
    const restore = screen.network.changeResponse('contact.send', () => {
      throw new TypeError('Failed to fetch');
    });
    await screen.user.click(form.getByRole('button', { name: 'Send message' }));
    expect(await form.findByRole('alert')).toHaveTextContent('Your message may have been sent');
    restore();
    await screen.settle();
    if (reloads) await screen.reload();
    form = await findForm();
    await waitFor(() => expect(form.getByLabelText('Message')).toHaveValue('Where is my receipt?'));
    await screen.user.click(form.getByRole('button', { name: 'Send message' }));
    await screen.findByRole('heading', { name: 'We have your message' });
    const stored = academy.deps.db.selectFrom('contact_messages').select('id').where('name', '=', name);
    expect(await stored.execute()).toHaveLength(1);
  },
);

it('what a user types while a message is being sent is still there when they write another message', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/', { as: student });
  const form = await findForm();
  await waitFor(() => expect(form.getByLabelText('Email')).toHaveValue(student.email));
  screen.fill(form.getByLabelText('Name'), 'Late Lou');
  screen.fill(form.getByLabelText('Message'), 'Where is my receipt?');
  await screen.user.selectOptions(form.getByLabelText('Topic'), 'Payments and refunds');
  const release = screen.network.hold('contact.send');
  await screen.user.click(form.getByRole('button', { name: 'Send message' }));
  screen.fill(form.getByLabelText('Message'), 'Where is my receipt? I paid on Monday.');
  release();
  await screen.user.click(await screen.findByRole('button', { name: 'Write another message' }));
  expect((await findForm()).getByLabelText('Message')).toHaveValue('Where is my receipt? I paid on Monday.');
});

it('the contact form is prefilled for a logged-in user', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/', { as: student });
  const form = await findForm();
  await waitFor(() => expect(form.getByLabelText('Email')).toHaveValue(student.email));
});

it('after the user’s email address was corrected, an unsent message has the new one, unless the user typed another', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/', { as: student });
  let form = await findForm();
  await waitFor(() => expect(form.getByLabelText('Email')).toHaveValue(student.email));
  screen.fill(form.getByLabelText('Message'), 'I get no emails.');
  const email = `right-${student.email}`;
  await changeUser(academy, student, { email });
  await screen.reload();
  form = await findForm();
  await waitFor(() => expect(form.getByLabelText('Email')).toHaveValue(email));
  expect(form.getByLabelText('Message')).toHaveValue('I get no emails.');
  screen.fill(form.getByLabelText('Email'), 'work@example.test');
  await screen.reload();
  form = await findForm();
  await waitFor(() => expect(form.getByLabelText('Email')).toHaveValue('work@example.test'));
});

it('a visitor’s message survives a reload, and the message of a user whose session ended is not shown', async () => {
  screen = await openScreen(academy, '/');
  sessionStorage.setItem('draft:contact', JSON.stringify({ name: 'Riley Chen', message: 'My case' }));
  await screen.reload();
  const message = await screen.findByRole('textbox', { name: 'Message' });
  expect(message).toHaveValue('');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  screen.fill(message, 'A question');
  await screen.reload();
  expect(await screen.findByDisplayValue('A question')).toBe(
    screen.getByRole('textbox', { name: 'Message' }),
  );
});

it('the text of a user whose session ended is not shown while the page loads the current user', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/', { as: student });
  await screen.settle();
  sessionStorage.setItem('draft:contact', JSON.stringify({ message: 'My case' }));
  await academy.deps.db.deleteFrom('sessions').execute();
  const release = screen.network.hold('auth.me');
  await screen.reload();
  await screen.findByRole('heading', { name: 'Ask us anything' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByDisplayValue('My case')).toBeNull();
  release();
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('');
});
