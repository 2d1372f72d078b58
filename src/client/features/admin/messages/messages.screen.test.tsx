import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import type { ContactTopic } from '../../../../shared/messages/contact.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let other: TestUser;
let screen: Screen;

beforeAll(async () => {
  const createAdmin = (firstName: string) =>
    academy.createUser({ role: 'admin', firstName, lastName: 'Owner', password: testPassword });
  admin = await createAdmin('Olga');
  other = await createAdmin('Otto');
});

async function write(name: string, topic: ContactTopic = 'billing'): Promise<string> {
  const student = await academy.createUser({ firstName: name, lastName: 'Lind' });
  await academy.caller(student).contact.send({
    name,
    email: `${name.toLowerCase()}@example.test`,
    topic,
    message: 'Where is my receipt?',
    website: '',
  });
  const row = await academy.deps.db
    .selectFrom('contact_messages')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.id;
}

it('when an admin replies with a template, the message is closed, and its thread shows the status of the email', async () => {
  await write('Nora');
  await academy
    .caller(other)
    .admin.contact.saveTemplate({ title: 'Receipt', body: 'Hello {name},\n\nsee Billing.\n{me}' });
  screen = await openScreen(academy, '/admin?tab=messages', { as: admin });
  await screen.user.click(await screen.findByRole('link', { name: /^Nora/ }));
  await screen.findByRole('link', { name: 'Account of Nora Lind' });
  await screen.user.selectOptions(await screen.findByLabelText('Insert a template'), 'Receipt');
  expect(screen.getByLabelText('Your reply')).toHaveValue('Hello Nora,\n\nsee Billing.\nOlga Owner');
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.readMessage('Reply sent', 'nora@example.test');
  await screen.findByText('Email is waiting to be sent');
  expect(screen.getByLabelText('Your reply')).toHaveValue('');
  expect(screen.getByText('Closed')).toBeVisible();
});

it('a privacy request that was answered is still listed as waiting, until an admin closes it with a reply', async () => {
  const id = await write('Petra', 'privacy');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  await screen.findByText(/^Answer by \d/);
  screen.fill(screen.getByLabelText('Your reply'), 'We send it this week.');
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.readMessage('Reply sent', 'petra@example.test');
  await screen.findByText(/^Complete by \d/);
  expect(screen.queryByText(/^Answer by/)).toBeNull();
  await screen.user.click(screen.getByRole('link', { name: /All messages/ }));
  await screen.findByText('One message is waiting for you');
  await screen.user.click(screen.getByRole('link', { name: /^Petra/ }));
  screen.fill(await screen.findByLabelText('Your reply'), 'Here is what we know.');
  await screen.user.click(screen.getByLabelText(/^Close the message/));
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.readMessage('Reply sent', 'petra@example.test');
  await screen.goTo('/admin?tab=messages&view=privacy');
  await screen.findByText('No privacy requests are waiting for you');
  await screen.user.click(screen.getByRole('link', { name: 'Closed' }));
  await screen.findByRole('link', { name: /^Petra/ });
});

it('if another admin has replied first, the page names that admin and keeps the typed reply', async () => {
  const id = await write('Mila');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  screen.fill(await screen.findByLabelText('Your reply'), 'It is in your profile.');
  screen.fill(screen.getByRole('textbox', { name: 'Note' }), 'Asked twice.');
  await academy.caller(other).admin.contact.reply({ id, version: 1, body: 'I sent it again.', close: false });
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText(/The last reply is from Otto Owner\. Your reply was not sent/);
  await screen.findByText('I sent it again.');
  expect(screen.getByLabelText('Your reply')).toHaveValue('It is in your profile.');
  await screen.reload();
  await waitFor(() => expect(screen.getByLabelText('Your reply')).toHaveValue('It is in your profile.'));
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Asked twice.');
});

it('if another admin replies while an admin types a reply, the first attempt to send the typed reply is rejected, even if the page already shows the other reply', async () => {
  const id = await write('Mona');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  screen.fill(await screen.findByLabelText('Your reply'), 'It is in your profile.');
  await academy.caller(other).admin.contact.reply({ id, version: 1, body: 'I sent it again.', close: false });
  screen.fill(screen.getByRole('textbox', { name: 'Note' }), 'Asked twice.');
  await screen.user.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByText('I sent it again.');
  await screen.reload();
  await waitFor(() => expect(screen.getByLabelText('Your reply')).toHaveValue('It is in your profile.'));
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText(/The last reply is from Otto Owner\. Your reply was not sent/);
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.readMessage('Reply sent');
});

it('if an admin closes a message while a typed reply is not sent yet, the reply stays in the field, even after a reload, and can be sent', async () => {
  const id = await write('Mara');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  screen.fill(await screen.findByLabelText('Your reply'), 'It is in your profile.');
  await screen.user.click(screen.getByRole('button', { name: 'Close without a reply' }));
  await screen.findByRole('button', { name: 'Reopen' });
  await screen.settle();
  await screen.reload();
  await waitFor(() => expect(screen.getByLabelText('Your reply')).toHaveValue('It is in your profile.'));
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.readMessage('Reply sent');
});

it('if another admin has replied and closed the message, an admin who also closes it sees that reply, and the first attempt to send a typed reply is rejected', async () => {
  const id = await write('Nils');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  screen.fill(await screen.findByLabelText('Your reply'), 'It is in your profile.');
  await academy.caller(other).admin.contact.reply({ id, version: 1, body: 'I sent it again.', close: true });
  await screen.user.click(screen.getByRole('button', { name: 'Close without a reply' }));
  await screen.findByText('I sent it again.');
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText(/The last reply is from Otto Owner\. Your reply was not sent/);
});

it('if the response to a reply or a note is lost, an error says that it may have been sent or saved, and the thread shows it', async () => {
  const id = await write('Tilda');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  const lose = (procedure: string) =>
    screen.network.changeResponse(procedure, () => {
      throw new TypeError('Failed to fetch');
    });
  screen.fill(await screen.findByRole('textbox', { name: 'Note' }), 'Asked twice.');
  const restore = lose('admin.contact.addNote');
  await screen.user.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByText('The note may have been saved');
  await screen.findByText('Asked twice.', { selector: ':not(textarea)' });
  await screen.settle();
  restore();
  await screen.reload();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Asked twice.'));
  await screen.user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(''));
  await screen.settle();
  screen.getByText('Asked twice.', { selector: ':not(textarea)' });
  screen.fill(screen.getByLabelText('Your reply'), 'It is in your profile.');
  const restoreReply = lose('admin.contact.reply');
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText('The reply may have been sent');
  await screen.findByText('It is in your profile.', { selector: ':not(textarea)' });
  restoreReply();
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText(/The last reply is from Olga Owner\. Your reply was not sent/);
});

it('a template is deleted after a confirmation; if another admin deletes a template that is being edited, the edited text stays and can be saved as a new template', async () => {
  const id = await write('Vera');
  const save = academy.caller(other).admin.contact.saveTemplate;
  await save({ title: 'Shipping', body: 'It is on its way.' });
  const all = await save({ title: 'Opening hours', body: 'We are here.' });
  const [hours, shipping] = ['Opening hours', 'Shipping'].map((title) =>
    all.find((each) => each.title === title),
  );
  if (!hours || !shipping) throw new Error('the templates were not stored');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit templates' }));
  await screen.user.selectOptions(await screen.findByLabelText('Template'), 'Shipping');
  await screen.user.click(screen.getByRole('button', { name: 'Delete “Shipping”' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete “Shipping”?' }));
  expect(await academy.caller(other).admin.contact.templates()).toContainEqual(shipping);
  await screen.user.click(question.getByRole('button', { name: 'Delete template' }));
  await screen.readMessage('Template deleted');
  expect(await academy.caller(other).admin.contact.templates()).not.toContainEqual(shipping);

  await screen.user.click(screen.getByRole('button', { name: 'Edit templates' }));
  await screen.user.selectOptions(await screen.findByLabelText('Template'), 'Opening hours');
  screen.fill(screen.getByLabelText('Text'), 'We answer until six.');
  await academy.caller(other).admin.contact.deleteTemplate(hours);
  await screen.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText(
    'This template was deleted in another tab or by another admin. Save again to create a new one.',
  );
  await screen.user.click(await screen.findByRole('button', { name: 'Save template' }));
  await screen.readMessage('Template saved', 'Opening hours');
  expect(await academy.caller(other).admin.contact.templates()).toContainEqual(
    expect.objectContaining({ title: 'Opening hours', body: 'We answer until six.' }),
  );
});

it('if another admin has changed a template, the change is shown before the template can be deleted', async () => {
  const id = await write('Ruth');
  const { contact } = academy.caller(other).admin;
  const saved = await contact.saveTemplate({ title: 'Refunds', body: 'In five days.' });
  const existing = saved.find(({ title }) => title === 'Refunds');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit templates' }));
  await screen.user.selectOptions(await screen.findByLabelText('Template'), 'Refunds');
  await contact.saveTemplate({ title: 'Refunds', body: 'In ten days.', existing });
  const remove = async () => {
    await screen.user.click(screen.getByRole('button', { name: 'Delete “Refunds”' }));
    await screen.user.click(await screen.findByRole('button', { name: 'Delete template' }));
  };
  await remove();
  await screen.readMessage(
    'The template was not deleted',
    /^This template was changed in another tab or by another admin/,
  );
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveValue('In ten days.'));
  await remove();
  await screen.readMessage('Template deleted');
});

it('if the response to deleting a template is lost, choosing another template does not ask for confirmation to delete that one', async () => {
  const id = await write('Edda');
  const { contact } = academy.caller(other).admin;
  await contact.saveTemplate({ title: 'Delays', body: 'It takes a day more.' });
  await contact.saveTemplate({ title: 'Invoices', body: 'It is in Billing.' });
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit templates' }));
  await screen.user.selectOptions(await screen.findByLabelText('Template'), 'Delays');
  screen.network.changeResponse('admin.contact.deleteTemplate', () => {
    throw new TypeError('Failed to fetch');
  });
  await screen.user.click(screen.getByRole('button', { name: 'Delete “Delays”' }));
  await screen.user.click(await screen.findByRole('button', { name: 'Delete template' }));
  await screen.readMessage('No clear answer. Check whether it was done', /^We could not reach the academy/);
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Delays' })).toBeNull());
  await screen.user.selectOptions(screen.getByLabelText('Template'), 'Invoices');
  expect(screen.getByRole('button', { name: 'Delete “Invoices”' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete template' })).toBeNull();
});

it('if a visitor opens the URL of a message, the link to the login leads back to the message', async () => {
  screen = await openScreen(academy, '/admin?tab=messages&case=7');
  expect(await screen.findByRole('link', { name: 'Go to Login' })).toHaveAttribute(
    'href',
    `/auth?next=${encodeURIComponent('/admin?tab=messages&case=7')}`,
  );
});

it('what an admin types while a note or a reply is being sent stays in the field', async () => {
  const id = await write('Wanda');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  for (const [label, button, call] of [
    ['Note', 'Add note', 'admin.contact.addNote'],
    ['Your reply', 'Reply', 'admin.contact.reply'],
  ] as const) {
    const field = await screen.findByRole('textbox', { name: label });
    screen.fill(field, 'It is in your profile.');
    const restore = screen.network.changeResponse(call, (thread: object) => {
      screen.fill(field, 'It is in your profile. Under Billing.');
      return thread;
    });
    await screen.user.click(screen.getByRole('button', { name: button }));
    await screen.findByText('It is in your profile.', { selector: ':not(textarea)' });
    await screen.settle();
    restore();
    expect(field).toHaveValue('It is in your profile. Under Billing.');
    await screen.user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(field).toHaveValue(''));
    await screen.settle();
  }
  expect(screen.getAllByText('It is in your profile. Under Billing.')).toHaveLength(2);
});

it('a reply that was rejected because another admin had replied first stays in the field after a reload, and can be sent', async () => {
  const id = await write('Vera');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  screen.fill(await screen.findByLabelText('Your reply'), 'It is in your profile.');
  await academy.caller(other).admin.contact.reply({ id, version: 1, body: 'I sent it again.', close: false });
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText(/The last reply is from Otto Owner\. Your reply was not sent/);
  await screen.settle();
  await screen.reload();
  await waitFor(() => expect(screen.getByLabelText('Your reply')).toHaveValue('It is in your profile.'));
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.readMessage('Reply sent');
});

it('a reply that is changed between the conflict and the refresh of the thread can be sent at the next attempt', async () => {
  const id = await write('Rosa');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  const field = await screen.findByLabelText('Your reply');
  screen.fill(field, 'It is in your profile.');
  await academy.caller(other).admin.contact.reply({ id, version: 1, body: 'I sent it again.', close: false });
  const sentBefore = screen.network.sent.length;
  const release = screen.network.hold('admin.contact.thread');
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await waitFor(() => expect(screen.network.sent.slice(sentBefore).join()).toContain('admin.contact.thread'));
  screen.fill(field, 'It is in your profile, under Billing.');
  release();
  await screen.findByText('I sent it again.');
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.readMessage('Reply sent');
});

it('after a conflict, a second reply of the other admin causes a second conflict', async () => {
  const id = await write('Rita');
  const { contact } = academy.caller(other).admin;
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  screen.fill(await screen.findByLabelText('Your reply'), 'It is in your profile.');
  await contact.reply({ id, version: 1, body: 'I sent it again.', close: false });
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText('I sent it again.');
  await screen.settle();
  await contact.reply({ id, version: 2, body: 'Please use Billing.', close: false });
  screen.fill(screen.getByRole('textbox', { name: 'Note' }), 'Asked twice.');
  await screen.user.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByText('Please use Billing.');
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText(/The last reply is from Otto Owner\. Your reply was not sent/);
});

it('if the thread could not be refreshed after a conflict, the first attempt after a reload is rejected again, and the second one sends the reply', async () => {
  const id = await write('Runa');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  screen.fill(await screen.findByLabelText('Your reply'), 'It is in your profile.');
  await academy.caller(other).admin.contact.reply({ id, version: 1, body: 'I sent it again.', close: false });
  const restore = screen.network.fail('admin.contact.thread', { status: 500, code: 'internal' });
  const conflict = /The last reply is from Otto Owner\. Your reply was not sent/;
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText(conflict);
  await screen.settle();
  restore();
  await screen.reload();
  await screen.findByText('I sent it again.');
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.findByText(conflict);
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Reply' }));
  await screen.readMessage('Reply sent');
});

it('if the response to closing a contact message is lost, an error says that the contact message may have been changed', async () => {
  const id = await write('Lotta');
  screen = await openScreen(academy, `/admin?tab=messages&case=${id}`, { as: admin });
  screen.network.changeResponse('admin.contact.setClosed', () => {
    throw new TypeError('Failed to fetch');
  });
  await screen.user.click(await screen.findByRole('button', { name: 'Close without a reply' }));
  await screen.readMessage('The message may have been changed');
  await screen.findByRole('button', { name: 'Reopen' });
});
