import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

const press = (name: string) => screen.user.click(screen.getByRole('button', { name }));

it('after an action whose response was lost, the page shows what has changed', async () => {
  const { userId: id } = await academy.createUser({ firstName: 'Lena', lastName: 'Roth' });
  screen = await openScreen(academy, `/admin/users/${id}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account of Lena Roth?' }));
  screen.fill(dialog.getByLabelText('Reason'), 'Asked by phone');
  screen.network.changeResponse('admin.users.delete', () => {
    throw new TypeError('Failed to fetch');
  });
  await screen.user.click(dialog.getByRole('button', { name: 'Delete account' }));
  await dialog.findByText('No clear answer. Check whether it was done');
  expect(dialog.getByText(/^We could not reach the academy/)).toBeVisible();
  await screen.findByText(/^This account is erased on /);
});

it('a note and a membership appear on the page even if the response to adding them is lost, and adding the note again stores no second note', async () => {
  const { userId: id } = await academy.createUser();
  screen = await openScreen(academy, `/admin/users/${id}`, { as: admin });
  const lose = (procedure: string) =>
    screen.network.changeResponse(procedure, () => {
      throw new TypeError('Failed to fetch');
    });
  screen.fill(await screen.findByRole('textbox', { name: 'New note' }), 'Called twice');
  const restore = lose('admin.users.addNote');
  await press('Add note');
  await screen.findByText('The note may have been saved');
  await screen.findByRole('button', { name: /^Delete the note of/ });
  restore();
  await press('Add note');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'New note' })).toHaveValue(''));
  await screen.settle();
  screen.getByRole('button', { name: /^Delete the note of/ });
  lose('admin.subscriptions.grantPlan');
  await press('Give a membership');
  const dialog = within(await screen.findByRole('dialog'));
  await screen.user.selectOptions(dialog.getByLabelText('Membership'), 'Gold');
  screen.fill(dialog.getByLabelText('Reason'), 'Won it');
  await screen.user.click(dialog.getByRole('button', { name: 'Give membership' }));
  await dialog.findByText('The membership may have been given');
  await screen.findByText('Gold, given');
});

it('after a lost response and a reload, the same note is not stored again, unless an admin emptied the field and entered the note again', async () => {
  const { userId: id } = await academy.createUser();
  screen = await openScreen(academy, `/admin/users/${id}`, { as: admin });
  const findField = () => screen.findByRole('textbox', { name: 'New note' });
  const findNotes = () => screen.findAllByRole('button', { name: /^Delete the note of/ });
  const loseNote = async () => {
    screen.fill(await findField(), 'No answer');
    const restore = screen.network.changeResponse('admin.users.addNote', () => {
      throw new TypeError('Failed to fetch');
    });
    await press('Add note');
    await screen.findByText('The note may have been saved');
    await screen.settle();
    restore();
  };
  await loseNote();
  await screen.reload();
  expect(await findField()).toHaveValue('No answer');
  await press('Add note');
  await waitFor(async () => expect(await findField()).toHaveValue(''));
  await screen.settle();
  expect(await findNotes()).toHaveLength(1);

  await loseNote();
  expect(await findNotes()).toHaveLength(2);
  screen.fill(await findField(), '');
  await screen.reload();
  screen.fill(await findField(), 'No answer');
  await press('Add note');
  await waitFor(async () => expect(await findField()).toHaveValue(''));
  await screen.settle();
  expect(await findNotes()).toHaveLength(3);
});

it('if the response is lost when a product or questions are given, the error says that they may have been given', async () => {
  await createTestProduct(academy, { ...admin, role: 'admin' }, { type: 'pdf', title: 'Turn Barrels' });
  const { userId } = await academy.createUser();
  screen = await openScreen(academy, `/admin/users/${userId}`, { as: admin });
  screen.network.drop(/admin\.users\.grantProduct|admin\.coaching\.grantQuestions/);
  await screen.user.click(await screen.findByRole('button', { name: 'Give a product' }));
  const product = within(await screen.findByRole('dialog'));
  await screen.user.selectOptions(
    product.getByLabelText('Product'),
    await product.findByRole('option', { name: /Turn Barrels$/ }),
  );
  screen.fill(product.getByLabelText('Reason'), 'Won it');
  await screen.user.click(product.getByRole('button', { name: 'Give product' }));
  await product.findByText('The product may have been given');
  await screen.user.click(product.getByRole('button', { name: 'Cancel' }));
  await screen.user.click(product.getByRole('button', { name: 'Discard' }));
  await press('Give questions');
  const questions = within(await screen.findByRole('dialog', { name: /more questions/ }));
  screen.fill(questions.getByLabelText('Reason'), 'Won them');
  await screen.user.click(questions.getByRole('button', { name: 'Give questions' }));
  await questions.findByText('The questions may have been given');
});

it('what an admin types while a tag is being added stays in the field', async () => {
  const { userId } = await academy.createUser();
  screen = await openScreen(academy, `/admin/users/${userId}`, { as: admin });
  const field = await screen.findByLabelText('Tag');
  screen.fill(field, 'streamer');
  screen.network.changeResponse('admin.users.addTag', (tags: unknown) => {
    screen.fill(field, 'from the forum');
    return tags;
  });
  await press('Add tag');
  await screen.findByRole('button', { name: 'Remove the tag streamer' });
  await screen.settle();
  expect(field).toHaveValue('from the forum');
});

it('what an admin types while a note is being saved stays in the field', async () => {
  const student = await academy.createUser({ firstName: 'Nils', lastName: 'Lost' });
  screen = await openScreen(academy, `/admin/users/${student.userId}`, { as: admin });
  const field = await screen.findByRole('textbox', { name: 'New note' });
  screen.fill(field, 'Called back');
  screen.network.changeResponse('admin.users.addNote', (notes: object) => {
    screen.fill(field, 'Called back. No answer');
    return notes;
  });
  await press('Add note');
  await screen.findByRole('button', { name: /^Delete the note of/ });
  await screen.settle();
  expect(field).toHaveValue('Called back. No answer');
});
