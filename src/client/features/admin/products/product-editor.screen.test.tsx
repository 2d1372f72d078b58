import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it, vi } from 'vitest';
import { sendProductPdf, testPdf } from '../../../../server/access/testing/stored-files.ts';
import {
  createAdmin,
  createTestProduct,
  productInput,
} from '../../../../server/payments/testing/purchases.ts';
import type { ProductType } from '../../../../shared/enums.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { smallPdf } from '../../../../testing/small-pdf.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  await addProduct('session', 'Blind Defense');
});

const addProduct = async (type: ProductType, title: string) =>
  createTestProduct(academy, await createAdmin(academy), { type, title });
const countOf = async (type: ProductType) =>
  (await academy.caller(admin).admin.products.list()).filter((product) => product.type === type).length;

async function openProducts(type: ProductType): Promise<void> {
  screen = await openScreen(academy, `/admin?tab=products&type=${type}`, { as: admin });
  await screen.findByRole('button', { name: 'New product' });
  await screen.settle();
}

/** Presses a button of the page. @returns the dialog that opens */
async function openDialog(button: string, name: string) {
  await screen.user.click(screen.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name }));
}
const openNew = async (type: ProductType) => {
  await openProducts(type);
  return openDialog('New product', 'Create a product');
};
async function writeContent(dialog: Awaited<ReturnType<typeof openDialog>>, markdown: string) {
  await screen.user.click(dialog.getByRole('button', { name: 'Write Markdown: Content' }));
  screen.fill(dialog.getByRole('textbox', { name: 'Content (optional)' }), markdown);
}
/** The region with the toasts. It can be used while a dialog is open. */
const messages = () => within(screen.getByRole('region', { name: 'Messages' }));
const broken = { status: 500, code: 'internal' };

it('the second click of a double click does not close the dialog that the first one opened', async () => {
  await openProducts('pdf');
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  const dialog = await openDialog('New product', 'Create a product');
  const clickOutside = () => {
    fireEvent.pointerDown(document.body);
    fireEvent.pointerUp(document.body);
  };
  clickOutside();
  expect(dialog.getByLabelText('Title')).toBeVisible();
  now.mockRestore();
  await waitFor(() => {
    clickOutside();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it.each([
  ['pdf', '9.99', ''],
  ['session', '19.99', '30'],
] as const)('a new %s starts with its defaults', async (type, price, minutes) => {
  const dialog = await openNew(type);
  expect(dialog.getByLabelText('Type')).toHaveValue(type);
  expect(dialog.getByLabelText('Number')).toHaveValue(String((await countOf(type)) + 1));
  expect(dialog.getByLabelText('Price in dollars')).toHaveValue(price);
  expect(dialog.getByLabelText(/^Duration in minutes/)).toHaveValue(minutes);
  expect(dialog.getByLabelText('Difficulty')).toHaveValue('beginner');
  expect(dialog.getByLabelText('Active')).toBeChecked();
  expect(dialog.getByLabelText('Free')).not.toBeChecked();
});

it('the editor offers four difficulties and names the maximum file size', async () => {
  const dialog = await openNew('pdf');
  const levels = within(dialog.getByLabelText('Difficulty')).getAllByRole('option');
  expect(levels.map(({ textContent }) => textContent)).toEqual([
    'Beginner',
    'Intermediate',
    'Advanced',
    'Expert',
  ]);
  expect(dialog.getByLabelText('PDF file')).toHaveAccessibleDescription(/^PDF up to 50 MB/);
});

it('the editor says where buyers find a hidden product', async () => {
  const dialog = await openNew('pdf');
  expect(dialog.getByLabelText('Active')).toHaveAccessibleDescription(
    /Buyers of a hidden product still find it in their library\.$/,
  );
});

it('an empty file is rejected with an error at its field, which offers no retry', async () => {
  const dialog = await openNew('pdf');
  const empty = new File([], 'river.pdf', { type: 'application/pdf' });
  await screen.user.upload(dialog.getByLabelText('PDF file'), empty);
  expect(await dialog.findByText('The file is empty. Please choose it again.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('a product requires a title', async () => {
  const dialog = await openNew('pdf');
  expect(dialog.getByText('Add a title to save.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Create product' })).toBeDisabled();
  screen.fill(dialog.getByLabelText('Title'), 'River sizing');
  expect(dialog.queryByText('Add a title to save.')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Create product' })).toBeEnabled();
});

it('if an active product has no content, the editor says that there is nothing to deliver yet', async () => {
  const dialog = await openNew('pdf');
  screen.fill(dialog.getByLabelText('Title'), 'River sizing');
  expect(dialog.getByText('Nothing to deliver yet')).toBeVisible();
  await writeContent(dialog, 'A text is not what buyers of a PDF get.');
  expect(dialog.getByText('Nothing to deliver yet')).toBeVisible();
  await screen.user.click(dialog.getByLabelText('Active'));
  expect(dialog.queryByText('Nothing to deliver yet')).toBeNull();
});

it('for a new product without content, the editor asks whether to save it hidden or to sell it as a pre-order', async () => {
  const create = async (title: string, answer: string) => {
    const dialog = await openDialog('New product', 'Create a product');
    screen.fill(dialog.getByLabelText('Title'), title);
    await screen.user.click(dialog.getByRole('button', { name: 'Create product' }));
    const question = await screen.findByRole('dialog', { name: 'Nothing to deliver yet. Put it on sale?' });
    await screen.user.click(within(question).getByRole('button', { name: answer }));
    return dialog;
  };
  await openProducts('pdf');
  const dialog = await create('Empty Book', 'Keep editing');
  expect(dialog.getByLabelText('Title')).toHaveValue('Empty Book');
  await screen.user.click(await dialog.findByRole('button', { name: 'Create product' }));
  await screen.user.click(await screen.findByRole('button', { name: 'Save hidden' }));
  await screen.readMessage('Product created successfully');
  await create('Early Book', 'Sell as a pre-order');
  await screen.readMessage('Product created successfully');
  expect(await screen.findByText('Pre-order')).toBeVisible();
  const offers = await academy.caller(null).shop.listProducts();
  expect(offers.find(({ title }) => title === 'Early Book')).toMatchObject({ isReady: false });
  expect(offers.find(({ title }) => title === 'Empty Book')).toBeUndefined();

  // A later save needs no second confirmation.
  const editor = await openDialog('Edit Early Book', 'Edit “Early Book”');
  screen.fill(editor.getByLabelText('Price in dollars'), '12');
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  await screen.readMessage('Product updated successfully');
});

it('the editor warns that nobody has to pay for a session that every logged-in user can open', async () => {
  const dialog = await openNew('session');
  const number = dialog.getByLabelText('Number');
  // Sessions 1 and 2 are open to all logged-in users.
  screen.fill(number, '2');
  expect(await dialog.findByText('Nobody has to pay for this session')).toBeVisible();
  screen.fill(number, '30');
  await waitFor(() => expect(dialog.queryByText('Nobody has to pay for this session')).toBeNull());
});

it('a file is checked on upload, and its field shows the error', async () => {
  const dialog = await openNew('pdf');
  screen.fill(dialog.getByLabelText('Title'), 'Real Book');
  const field = dialog.getByLabelText('PDF file');
  const fileOf = (name: string, content: BlobPart) =>
    new window.File([content], name, { type: 'application/pdf' });
  await screen.user.upload(field, fileOf('fake.pdf', 'Only a text.'));
  expect(await dialog.findByText('This is not a PDF. Export it again as a PDF.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Retry PDF file' })).toBeNull();
  await screen.user.upload(field, fileOf('real.pdf', new Uint8Array(await smallPdf('Real'))));
  expect(await dialog.findByText('real.pdf')).toBeVisible();
  await screen.user.upload(field, fileOf('fake.pdf', 'Only a text.'));
  expect(await dialog.findByText('Your earlier file stays: real.pdf')).toBeVisible();
  await screen.user.click(dialog.getByRole('button', { name: 'Create product' }));
  await screen.readMessage('Product created successfully');
  const products = await academy.caller(null).shop.listProducts();
  expect(products.find(({ title }) => title === 'Real Book')).toMatchObject({ isReady: true });
});

it('the price of a new product is called a suggestion until it changes', async () => {
  const dialog = await openNew('session');
  const price = dialog.getByLabelText('Price in dollars');
  expect(price).toHaveAccessibleDescription(/^A suggestion:/);
  screen.fill(price, '12.35');
  expect(price).not.toHaveAccessibleDescription(/^A suggestion:/);
});

const mp4Start = Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypisom'), Buffer.alloc(4)]);

/** Adds a session with the uploaded video `spot.mp4` and opens its editor. */
async function openSessionWithVideo(productNumber: number, title: string) {
  const kind = { purpose: 'session_video', contentType: 'video/mp4', filename: 'spot.mp4' } as const;
  const uploader = await createAdmin(academy);
  const grant = await academy.caller(uploader).kyc.requestUpload({ ...kind, size: mp4Start.length });
  expect(await academy.put(grant.uploadURL, mp4Start, grant.headers)).toBe(200);
  const session = { type: 'session', productNumber, title, videoPath: grant.uploadURL } as const;
  const { id } = await createTestProduct(academy, uploader, session);
  await openProducts('session');
  return { id, editor: await openDialog(`Edit ${title}`, `Edit “${title}”`) };
}

it('if the upload of a video fails, the field names the earlier video, which stays', async () => {
  const { editor } = await openSessionWithVideo(41, 'Check-Raises');
  const notVideo = new File(['Check-raise less.'], 'notes.mp4', { type: 'video/mp4' });
  await screen.user.upload(editor.getByLabelText('Video file'), notVideo);
  expect(await editor.findByText('Your earlier file stays: spot.mp4')).toBeVisible();
});

it('a save that would erase the uploaded video needs a confirmation', async () => {
  const { id, editor } = await openSessionWithVideo(40, 'Donk Bets');
  const videoOf = async () =>
    (await academy.caller(admin).admin.products.list()).find((product) => product.id === id)?.videoName;
  await screen.user.click(editor.getByRole('button', { name: 'External link' }));
  screen.fill(editor.getByLabelText(/^Video address/), 'https://video.test/1');
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  const name = 'Saving deletes the uploaded video for good. Save anyway?';
  const question = within(await screen.findByRole('dialog', { name }));
  expect(await videoOf()).toBe('spot.mp4');
  await screen.user.click(question.getByRole('button', { name: 'Delete the video and save' }));
  await screen.readMessage('Product updated successfully', 'Donk Bets');
  expect(await videoOf()).toBeNull();
});

it.each([
  ['pdf', 'PDF file', new File(['%PDF-1.7'], 'river.pdf', { type: 'application/pdf' })],
  ['session', 'Video file', new File([mp4Start], 'spot.mp4', { type: 'video/mp4' })],
] as const)('closing the editor of a %s stops the upload', async (type, label, file) => {
  const dialog = await openNew(type);
  const release = screen.network.hold('kyc.requestUpload');
  await screen.user.upload(dialog.getByLabelText(label), file);
  await waitFor(() => expect(screen.network.sent).toContain('POST /trpc/kyc.requestUpload'));
  await screen.user.click(dialog.getByRole('button', { name: 'Close' }));
  await screen.user.click(dialog.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  release();
  await screen.settle();
  expect(screen.network.sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
});

it('for an invalid price, the editor shows which prices are allowed', async () => {
  const dialog = await openNew('pdf');
  screen.fill(dialog.getByLabelText('Title'), 'River sizing');
  screen.fill(dialog.getByLabelText('Price in dollars'), '0.30');
  await screen.user.click(dialog.getByRole('button', { name: 'Create product' }));
  const price = dialog.getByLabelText('Price in dollars');
  expect(price).toBeInvalid();
  expect(price).toHaveAccessibleDescription(/^The price must be 0 or at least \$0\.50/);
});

it('typed text survives a failed creation', async () => {
  const dialog = await openNew('session');
  screen.fill(dialog.getByLabelText('Title'), 'River sizing');
  await writeContent(dialog, 'Bet small, bet often.');
  screen.network.fail('admin.products.create', broken);
  await screen.user.click(dialog.getByRole('button', { name: 'Create product' }));
  expect(await dialog.findByText('Failed to create product')).toBeVisible();
  expect(messages().getByText('Failed to create product')).toBeVisible();
  expect(dialog.getByLabelText('Title')).toHaveValue('River sizing');
});

it('if the number of a new product is taken, a message says which number was assigned instead', async () => {
  const dialog = await openNew('session');
  screen.fill(dialog.getByLabelText('Title'), 'Bluff catching');
  screen.fill(dialog.getByLabelText('Price in dollars'), '12.35');
  await writeContent(dialog, 'Call less.');
  // An invalid number counts as 1.
  screen.fill(dialog.getByLabelText('Number'), 'not a number');
  await screen.user.click(dialog.getByRole('button', { name: 'Create product' }));
  await screen.readMessage(
    'Product created successfully',
    'Number 1 was taken, so the product became number 2.',
  );
  expect(await screen.findByRole('button', { name: 'Edit Bluff catching' })).toBeVisible();
  expect(screen.getByText('$12.35')).toBeVisible();
});

it('if a new product is sent again after a lost response, only one product is created', async () => {
  const dialog = await openNew('session');
  screen.fill(dialog.getByLabelText('Title'), 'Lost Rivers');
  await writeContent(dialog, 'The river.');
  const create = () => screen.user.click(dialog.getByRole('button', { name: 'Create product' }));
  const restore = screen.network.changeResponse('admin.products.create', () => {
    throw new TypeError('Failed to fetch');
  });
  await create();
  await screen.readMessage('Failed to create product');
  restore();
  await create();
  await screen.readMessage('Product created successfully');
  const stored = await academy.caller(admin).admin.products.list();
  expect(stored.filter(({ title }) => title === 'Lost Rivers')).toHaveLength(1);
});

it('a failed save is reported and succeeds on the next attempt', async () => {
  await addProduct('pdf', 'Three-Bet Pots');
  await openProducts('pdf');
  const editor = await openDialog('Edit Three-Bet Pots', 'Edit “Three-Bet Pots”');
  screen.fill(editor.getByLabelText('Title'), 'Four-Bet Pots');
  const restore = screen.network.fail('admin.products.update', broken);
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  expect(await editor.findByText('Failed to update product')).toBeVisible();
  expect(messages().getByText('Failed to update product')).toBeVisible();
  restore();
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  await screen.readMessage('Product updated successfully', 'Four-Bet Pots');
  expect(await screen.findByRole('button', { name: 'Edit Four-Bet Pots' })).toBeVisible();
});

it('a failed deletion is reported and succeeds on the next attempt', async () => {
  await addProduct('pdf', 'Limping');
  await openProducts('pdf');
  await screen.user.click(screen.getByRole('button', { name: 'More actions for Limping' }));
  await screen.user.click(await screen.findByRole('menuitem', { name: 'Delete Limping' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete “Limping”?' }));
  const restore = screen.network.fail('admin.products.delete', broken);
  await screen.user.click(question.getByRole('button', { name: 'Delete product' }));
  expect(await question.findByText('Failed to delete product')).toBeVisible();
  expect(messages().getByText('Failed to delete product')).toBeVisible();
  restore();
  await screen.user.click(question.getByRole('button', { name: 'Delete product' }));
  await screen.readMessage('Product deleted successfully', 'Limping');
  await expect.poll(() => screen.queryByRole('button', { name: 'Edit Limping' })).toBeNull();
});

it('saving a product that another admin has deleted shows an error and keeps the typed text', async () => {
  const { id } = await addProduct('pdf', 'Bet Sizes');
  await openProducts('pdf');
  const dialog = await openDialog('Edit Bet Sizes', 'Edit “Bet Sizes”');
  screen.fill(dialog.getByLabelText('Title'), 'All Bet Sizes');
  await academy.caller(admin).admin.products.delete({ id });
  await screen.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await dialog.findByText('Product was not found');
  expect(dialog.getByLabelText('Title')).toHaveValue('All Bet Sizes');
  await screen.settle();
  await screen.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Bet Sizes' })).toBeNull());
});

/** Adds a PDF whose first file, `first.pdf`, was replaced by `second.pdf`. */
async function addWithTwoFiles(productNumber: number, title: string) {
  const uploader = await createAdmin(academy);
  const calls = academy.caller(uploader).admin.products;
  const send = async (name: string) => sendProductPdf(academy, uploader, await testPdf(name), name);
  const fields = productInput({ type: 'pdf', productNumber, title, price: 999 });
  const { id } = await calls.create({ ...fields, filePath: await send('first.pdf') });
  await calls.update({ ...fields, id, filePath: await send('second.pdf') });
  const stored = async () => (await calls.list()).find((product) => product.id === id);
  return { calls, fields, id, stored };
}

it('making an earlier file current keeps what another admin saved since the editor was opened', async () => {
  const { calls, fields, id, stored } = await addWithTwoFiles(50, 'Squeezes');
  await openProducts('pdf');
  const editor = await openDialog('Edit Squeezes', 'Edit “Squeezes”');
  screen.fill(editor.getByLabelText('Title'), 'Squeeze Plays');
  await calls.update({ ...fields, id, price: 1999, filePath: (await stored())?.filePath });
  await screen.user.click(await editor.findByRole('button', { name: 'Make current: version 1' }));
  await screen.readMessage('Version 1 is current again');
  expect(editor.getByLabelText('Price in dollars')).toHaveValue('19.99');
  await screen.user.click(editor.getByRole('button', { name: 'Save changes' }));
  await screen.readMessage('Product updated successfully', 'Squeeze Plays');
  expect(await stored()).toMatchObject({ title: 'Squeeze Plays', price: 1999, fileName: 'first.pdf' });
});

it('making an earlier file current is not reported as a failure if only the reload of the products fails', async () => {
  const { stored } = await addWithTwoFiles(51, 'Overbets');
  await openProducts('pdf');
  const editor = await openDialog('Edit Overbets', 'Edit “Overbets”');
  const button = await editor.findByRole('button', { name: 'Make current: version 1' });
  screen.network.fail('admin.products.list', broken);
  await screen.user.click(button);
  await screen.readMessage('Version 1 is current again');
  expect(messages().queryByText('The file was not changed')).toBeNull();
  expect((await stored())?.fileName).toBe('first.pdf');
});

it('Escape closes only the form for a picture, not the product editor', async () => {
  const dialog = await openNew('session');
  const [addPicture = document.body] = await dialog.findAllByRole('button', { name: 'Picture' });
  await screen.user.click(addPicture);
  await screen.user.type(dialog.getByLabelText('What it shows'), 'A grid{Escape}');
  expect(dialog.queryByLabelText('What it shows')).toBeNull();
  expect(dialog.getByLabelText('Title')).toBeVisible();
});
