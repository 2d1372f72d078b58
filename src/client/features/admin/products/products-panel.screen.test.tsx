import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createAdmin, createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { numberedImage } from '../../../../testing/images.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;
let river: AdminProduct;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

beforeEach(async () => {
  await academy.deps.db.deleteFrom('purchases').execute();
  await academy.deps.db.deleteFrom('products').execute();
  const creator = await createAdmin(academy);
  const add = (productNumber: number, title: string, changes = {}) =>
    createTestProduct(academy, creator, {
      type: 'session',
      content: 'Text',
      productNumber,
      title,
      ...changes,
    });
  river = await add(3, 'River Bluffs');
  await add(4, 'Blind Defense', { price: 999 });
  await add(5, 'Three-Bet Pots', { isActive: false });
});

const calls = () => academy.caller(admin).admin.products;
const button = (name: string) => screen.getByRole('button', { name });
const titles = () => screen.queryAllByRole('button', { name: /^Edit / }).map((edit) => edit.textContent);

async function openProducts(query = ''): Promise<void> {
  screen = await openScreen(academy, `/admin?tab=products&type=session${query}`, { as: admin });
  await screen.findByRole('table');
  await screen.settle();
}

async function choose(row: string, action: string): Promise<void> {
  await screen.user.click(button(`More actions for ${row}`));
  await screen.user.click(await screen.findByRole('menuitem', { name: action }));
}

async function openEditor(title: string) {
  await screen.user.click(button(`Edit ${title}`));
  return within(await screen.findByRole('dialog', { name: `Edit “${title}”` }));
}

it('the list can be searched, filtered by state and sorted, and the URL contains the search, the filter and the order', async () => {
  await openProducts();
  expect(titles()).toEqual(['River Bluffs', 'Blind Defense', 'Three-Bet Pots']);
  screen.fill(screen.getByRole('searchbox', { name: 'Find' }), 'b');
  await waitFor(() => expect(screen.url()).toContain('q=b'));
  await screen.user.click(button('Active 2'));
  await screen.user.click(button('Price'));
  await waitFor(() => expect(screen.url()).toContain('sort=price_desc'));
  await screen.user.click(button('Price'));
  await waitFor(() => expect(titles()).toEqual(['Blind Defense', 'River Bluffs']));
  expect(screen.url()).toBe('/admin?tab=products&type=session&q=b&status=active&sort=price');
  screen.fill(screen.getByRole('searchbox', { name: 'Find' }), 'nothing of that name');
  expect(await screen.findByText('No product matches')).toBeVisible();
  await screen.user.click(button('Clear the filters'));
  await waitFor(() => expect(titles()).toHaveLength(3));
});

it('the list is up to date each time it is opened', async () => {
  await openProducts();
  await screen.user.click(screen.getByRole('tab', { name: 'Learning' }));
  await screen.settle();
  const changes = { type: 'session', content: 'Text', productNumber: 6, title: 'Squeeze Plays' } as const;
  await createTestProduct(academy, await createAdmin(academy), changes);
  await screen.user.click(screen.getByRole('tab', { name: 'Product Management' }));
  await screen.user.click(await screen.findByRole('button', { name: /^Sessions/ }));
  await waitFor(() => expect(titles()).toContain('Squeeze Plays'));
});

it('selected products get one price, and while the admin types, the dialog shows the price that will be saved', async () => {
  await openProducts();
  await screen.user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await screen.user.click(screen.getByRole('checkbox', { name: 'Select Three-Bet Pots' }));
  expect(screen.getByText('2 products selected')).toBeVisible();
  await screen.user.click(button('Set the price...'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set the price of 2 products' }));
  const price = dialog.getByLabelText('Price in dollars');
  screen.fill(price, 'ten');
  await screen.user.click(dialog.getByRole('button', { name: 'Set the price' }));
  expect(price).toHaveAccessibleDescription(/^Enter a price in dollars such as 9\.99/);
  screen.fill(price, '1,50');
  expect(dialog.getByRole('button', { name: 'Set to $1.50' })).toBeVisible();
  screen.fill(price, '24.999');
  expect(price).toHaveAccessibleDescription(/this is saved as \$25\.00/);
  await screen.user.click(dialog.getByRole('button', { name: 'Set to $25.00' }));
  await screen.readMessage('New price for 2 products');
  expect((await calls().list()).map(({ price: cents }) => cents)).toEqual([2500, 2500, 1999]);
  expect(screen.queryByText('2 products selected')).toBeNull();
});

it('a price that another admin has changed is shown before it can be replaced', async () => {
  await openProducts();
  await screen.user.click(screen.getByRole('checkbox', { name: 'Select Blind Defense' }));
  await screen.user.click(button('Set the price...'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set the price of 1 product' }));
  const { id } = (await calls().list()).find(({ title }) => title === 'Blind Defense') ?? { id: 0 };
  await calls().change({ ids: [id], change: { field: 'price', price: 1500 } });
  screen.fill(dialog.getByLabelText('Price in dollars'), '25');
  await screen.user.click(dialog.getByRole('button', { name: 'Set to $25.00' }));
  expect(
    await dialog.findByText(/prices were changed in another tab or by another admin: Blind Defense/),
  ).toBeVisible();
  expect(await dialog.findByText('$15.00')).toBeVisible();
  await screen.settle();
  await screen.user.click(dialog.getByRole('button', { name: 'Set to $25.00' }));
  await screen.readMessage('New price for 1 product');
});

it('selected products are hidden together; if that fails, no product is changed, and the admin can try again', async () => {
  await openProducts();
  await screen.user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  const restore = screen.network.fail('admin.products.change', { status: 503, code: 'busy' });
  await screen.user.click(button('Hide'));
  await screen.readMessage('Nothing was changed');
  expect(screen.getByText('3 products selected')).toBeVisible();
  restore();
  await screen.user.click(await screen.findByRole('button', { name: 'Hide' }));
  await screen.readMessage('Hidden: 2 products');
  expect((await calls().list()).every(({ isActive }) => !isActive)).toBe(true);
});

it('when the bar of the selected products disappears, the focus moves to the list, which starts with “Select all”', async () => {
  await openProducts();
  await screen.user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await screen.user.click(button('Clear'));
  expect(screen.queryByText('3 products selected')).toBeNull();
  await waitFor(() => expect(screen.getByRole('region', { name: 'List of products' })).toHaveFocus());
  await screen.user.tab();
  expect(screen.getByRole('checkbox', { name: 'Select all' })).toHaveFocus();
});

it('a copy is hidden and opens in the editor', async () => {
  await openProducts();
  await choose('River Bluffs', 'Duplicate River Bluffs');
  const editor = within(await screen.findByRole('dialog', { name: 'Edit “River Bluffs (copy)”' }));
  expect(editor.getByLabelText('Number')).toHaveValue('6');
  expect(editor.getByLabelText('Active')).not.toBeChecked();
});

it('duplicating again after a lost response opens the existing copy; duplicating once more creates a second copy', async () => {
  await openProducts();
  const copies = async () =>
    (await calls().list()).filter(({ title }) => title === 'River Bluffs (copy)').length;
  const duplicate = () => choose('River Bluffs', 'Duplicate River Bluffs');
  const restore = screen.network.changeResponse('admin.products.duplicate', () => {
    throw new TypeError('Failed to fetch');
  });
  await duplicate();
  await screen.readMessage('The product may have been duplicated');
  restore();
  for (const expected of [1, 2]) {
    await screen.settle();
    await duplicate();
    const editor = within(await screen.findByRole('dialog', { name: 'Edit “River Bluffs (copy)”' }));
    expect(await copies()).toBe(expected);
    await screen.user.click(editor.getByRole('button', { name: 'Close' }));
  }
});

it('a copy that arrives after the admin has opened another product does not replace that product in the editor', async () => {
  await openProducts();
  const release = screen.network.hold('admin.products.duplicate');
  await choose('River Bluffs', 'Duplicate River Bluffs');
  const editor = await openEditor('Blind Defense');
  screen.fill(editor.getByLabelText('Title'), 'Blind Defense, revised');
  release();
  await screen.readMessage('Product duplicated');
  await screen.settle();
  expect(screen.queryByRole('dialog', { name: 'Edit “River Bluffs (copy)”' })).toBeNull();
  expect(editor.getByLabelText('Title')).toHaveValue('Blind Defense, revised');
});

it('a product that was given to a student is archived, listed under “Archived”, and restored', async () => {
  const buyer = await academy.createUser();
  await academy.caller(admin).admin.users.grantProduct({
    id: buyer.userId,
    productId: String(river.id),
    reason: 'gift',
  });
  await openProducts();
  await choose('River Bluffs', 'Archive River Bluffs');
  await screen.user.click(await screen.findByRole('button', { name: 'Archive product' }));
  await screen.readMessage(
    'Product archived',
    'River Bluffs was given to students and is therefore archived: its owners keep it.',
  );
  await screen.user.click(await screen.findByRole('button', { name: 'Archived 1' }));
  await screen.user.click(await screen.findByRole('button', { name: 'Restore River Bluffs' }));
  await screen.readMessage('Product restored', 'River Bluffs is hidden. Edit it to put it back on sale.');
  expect(await screen.findByText('Nothing is archived')).toBeVisible();
});

it('an admin whose session ends while editing can log in on the page, and the product is saved', async () => {
  await openProducts();
  const editor = await openEditor('River Bluffs');
  screen.fill(editor.getByLabelText('Title'), 'River Bluffs, revised');
  await academy.deps.db.deleteFrom('sessions').execute();
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  const signIn = within(await screen.findByRole('dialog', { name: 'You were logged out' }));
  screen.fill(signIn.getByLabelText('Your password'), 'not the password');
  await screen.user.click(signIn.getByRole('button', { name: 'Log in and continue' }));
  expect(await signIn.findByText('Login failed')).toBeVisible();
  screen.fill(signIn.getByLabelText('Your password'), testPassword);
  await screen.user.click(signIn.getByRole('button', { name: 'Log in and continue' }));
  await screen.readMessage('Product updated successfully', 'River Bluffs, revised');
});

it('typed text stays if an admin whose session has ended does not log in', async () => {
  await openProducts();
  const editor = await openEditor('River Bluffs');
  screen.fill(editor.getByLabelText('Title'), 'Still here');
  await academy.deps.db.deleteFrom('sessions').execute();
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  const signIn = within(await screen.findByRole('dialog', { name: 'You were logged out' }));
  await screen.user.click(signIn.getByRole('button', { name: 'Cancel' }));
  expect(await editor.findByText('You are logged out. Please log in again.')).toBeVisible();
  expect(editor.getByLabelText('Title')).toHaveValue('Still here');
});

it('if another admin has saved other changes in the meantime, both admins’ changes can be kept', async () => {
  await openProducts();
  const editor = await openEditor('River Bluffs');
  const { type, productNumber, difficulty, price, isActive, isFree } = river;
  const theirs = { type, productNumber, difficulty, price, isActive, isFree };
  await calls().update({ ...theirs, id: river.id, title: 'River Bluffs', author: 'Mara Ellis' });
  screen.fill(editor.getByLabelText('Title'), 'Bluffs on the river');
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  await screen.user.click(await editor.findByRole('button', { name: 'Keep both changes' }));
  await screen.readMessage('Product updated successfully');
  expect(await calls().list()).toContainEqual(
    expect.objectContaining({ title: 'Bluffs on the river', author: 'Mara Ellis' }),
  );
});

it('when an admin discards typed changes in favor of another admin’s changes, uploads stop, too', async () => {
  await openProducts();
  const editor = await openEditor('River Bluffs');
  const { type, price } = river;
  await calls().update({ type, price, id: river.id, title: 'Their bluffs' });
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  const discard = await editor.findByRole('button', { name: 'Discard what I typed' });
  const release = screen.network.hold('kyc.requestUpload');
  const cover = new File([new Uint8Array(await numberedImage(1))], 'mine.jpg', { type: 'image/jpeg' });
  await screen.user.upload(editor.getByLabelText('Cover picture'), cover);
  await waitFor(() => expect(screen.network.sent).toContain('POST /trpc/kyc.requestUpload'));
  await screen.user.click(discard);
  release();
  await screen.settle();
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  await screen.readMessage('Product updated successfully', 'Their bluffs');
  expect((await calls().list()).find(({ id }) => id === river.id)?.coverPath).toBeNull();
});

it('discarding the typed changes for those of another admin also ends the retries of a failed upload', async () => {
  await openProducts();
  const editor = await openEditor('River Bluffs');
  const restore = screen.network.fail('kyc.requestUpload', { status: 500, code: 'internal' });
  const bytes = Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypisom'), Buffer.alloc(4)]);
  const video = new File([bytes], 'mine.mp4', { type: 'video/mp4' });
  await screen.user.upload(editor.getByLabelText('Video file'), video);
  await editor.findByText(/^Failed to get upload URL/);
  restore();
  const { type, price } = river;
  await calls().update({ type, price, id: river.id, title: 'Their bluffs' });
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  await screen.user.click(await editor.findByRole('button', { name: 'Discard what I typed' }));
  screen.network.sent.length = 0;
  // The browser is online again.
  fireEvent(window, new Event('online'));
  await screen.settle();
  expect(screen.network.sent).toEqual([]);
  expect(editor.queryByText(/^Failed to get upload URL/)).toBeNull();
});

it('an invalid price is reported as soon as its field loses the focus', async () => {
  await openProducts();
  const editor = await openEditor('River Bluffs');
  const price = editor.getByLabelText('Price in dollars');
  screen.fill(price, '-1');
  price.blur();
  await waitFor(() => expect(price).toHaveAccessibleDescription(/^A price cannot be negative/));
  screen.fill(price, '0');
  expect(price).toBeValid();
  expect(price).toHaveAccessibleDescription('Free: every logged-in user may open it.');
});
