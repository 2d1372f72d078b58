import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAdmin, createTestProduct } from '../../../server/payments/testing/purchases.ts';
import type { TextVersion } from '../../../shared/auth/consents.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { registration } from '../../../testing/http-client.ts';
import { expectFieldError, pickSide } from '../../../testing/screen/forms.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let product: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  product = await createTestProduct(academy, await createAdmin(academy));
});

const broken = { status: 500, code: 'internal' };
const labels = {
  'First name': 'firstName',
  'Last name': 'lastName',
  Email: 'email',
  Password: 'password',
  'Document type': 'documentType',
  'Document number': 'documentNumber',
  'Date of birth': 'dateOfBirth',
  'Phone number': 'phoneNumber',
  Address: 'address',
  City: 'city',
  State: 'state',
  Country: 'country',
  'Postal code': 'postalCode',
};

const findForm = () => screen.findByRole<HTMLFormElement>('form', { name: 'Sign Up' });
const submitButton = () => screen.getByRole('button', { name: 'Create Account' });

async function openForm(): Promise<HTMLFormElement> {
  screen = await openScreen(academy, '/auth?tab=signup');
  return findForm();
}

async function sendSide(form: HTMLElement, side: 'Front' | 'Back'): Promise<void> {
  await pickSide(screen, form, side);
  expect(await screen.readMessage(`${side} side uploaded`)).toBe('status');
}

async function sendBothSides(form: HTMLElement): Promise<void> {
  await sendSide(form, 'Front');
  await sendSide(form, 'Back');
}

const chooseToMask = (form: HTMLElement) =>
  screen.user.click(
    within(form).getByRole('checkbox', { name: 'Let me black out parts first on the front' }),
  );

function fillIn(form: HTMLElement, values: Record<string, unknown>): void {
  for (const [label, field] of Object.entries(labels))
    if (field in values) screen.fill(within(form).getByLabelText(label), String(values[field]));
}

async function createAccount(): Promise<void> {
  await screen.user.click(submitButton());
  await screen.findByRole('heading', { name: 'Documents Received!' });
}

describe('sign-up documents', () => {
  it('a registration without documents is not sent, and a message asks for the documents', async () => {
    const form = await openForm();
    expect(within(form).getAllByText('JPG, PNG, PDF up to 5 MB')).toHaveLength(2);
    // Without documents, the button and Enter do not submit the form, but a script can.
    form.requestSubmit();
    expect(
      await screen.readMessage(
        'Documents Required',
        'Please upload both front and back side documents to continue',
      ),
    ).toBe('alert');
    expect(screen.network.sent.join()).not.toContain('auth.register');
  });

  it('a picture for which the browser reports no type can be blacked out before it is sent', async () => {
    // The test's DOM cannot show pictures.
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:front');
    const form = await openForm();
    await chooseToMask(form);
    const input = within(form).getByLabelText(/^Front side/);
    Object.defineProperty(input, 'files', { value: [new window.File(['x'], 'front.jpg')] });
    fireEvent.change(input);
    await screen.findByRole('dialog', { name: 'Black out what we do not need' });
    expect(screen.network.sent.join()).not.toContain('requestUpload');
    createObjectURL.mockRestore();
  });

  it('the focus moves to a new blacked-out part, and after a removal to a remaining part or to “Add a part”', async () => {
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:front');
    const form = await openForm();
    await chooseToMask(form);
    await pickSide(screen, form, 'Front');
    await screen.findByRole('dialog', { name: 'Black out what we do not need' });
    const part = (number: number) =>
      screen.getByRole('button', { name: new RegExp(`^Blacked-out part ${number}:`) });
    const add = screen.getByRole('button', { name: 'Add a part' });
    await screen.user.click(add);
    expect(part(1)).toHaveFocus();
    await screen.user.click(add);
    expect(part(2)).toHaveFocus();
    await screen.user.keyboard('{Delete}');
    expect(part(1)).toHaveFocus();
    await screen.user.keyboard('{Delete}');
    expect(add).toHaveFocus();
    await screen.user.click(add);
    await screen.user.click(screen.getByRole('button', { name: 'Remove the last one' }));
    expect(add).toHaveFocus();
    createObjectURL.mockRestore();
  });

  it('a double click uploads a blacked-out picture once, and “Cancel” prevents the upload while the picture is being drawn', async () => {
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:front');
    const form = await openForm();
    // The test's DOM cannot draw pictures.
    Object.defineProperty(window.HTMLImageElement.prototype, 'naturalWidth', { value: 10 });
    Object.defineProperty(window.HTMLImageElement.prototype, 'naturalHeight', { value: 10 });
    const context = new Proxy(
      {},
      { get: (_, name) => (name === 'canvas' ? { width: 10, height: 10 } : vi.fn()) },
    );
    vi.spyOn(window.HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    const drawn: (() => void)[] = [];
    vi.spyOn(window.HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
      drawn.push(() => done(new window.Blob(['x'])));
    });
    const finishDrawing = async () => {
      await waitFor(() => expect(drawn).not.toHaveLength(0));
      for (const finish of drawn.splice(0)) {
        finish();
        await screen.settle();
      }
    };
    const uploads = () => screen.network.sent.filter((call) => call.includes('kyc.requestUpload'));
    await chooseToMask(form);

    await pickSide(screen, form, 'Front');
    fireEvent.click(await screen.findByRole('button', { name: 'Use this picture' }));
    await screen.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await finishDrawing();
    expect(uploads()).toHaveLength(0);

    await pickSide(screen, form, 'Front');
    const use = await screen.findByRole('button', { name: 'Use this picture' });
    fireEvent.click(use);
    fireEvent.click(use);
    await finishDrawing();
    expect(uploads()).toHaveLength(1);
    createObjectURL.mockRestore();
  });

  it('an uploaded side of the document stays when the file that should replace it is rejected', async () => {
    const form = await openForm();
    await sendBothSides(form);
    const text = new window.File(['x'], 'front.txt', { type: 'text/plain' });
    const input = within(form).getByLabelText(/^Front side/);
    Object.defineProperty(input, 'files', { value: [text], configurable: true });
    fireEvent.change(input);
    expect(await screen.readMessage('Upload Error')).toBe('alert');
    expect(within(form).getByText('Your earlier file stays: Front.jpeg')).toBeVisible();
    expect(submitButton()).toBeEnabled();
    fillIn(form, registration());
    await createAccount();
  });

  it('the message that both files were lost disappears when one of them is chosen again', async () => {
    const form = await openForm();
    fillIn(form, registration());
    await sendBothSides(form);
    const lost = { status: 404, code: 'not_found', message: 'This upload was not found' };
    const restore = screen.network.fail('auth.register', lost);
    await screen.user.click(submitButton());
    await waitFor(() => expect(screen.getAllByText(lost.message)).toHaveLength(2));
    const release = screen.network.hold('kyc.requestUpload');
    await pickSide(screen, form, 'Front');
    await waitFor(() => expect(screen.queryByText(lost.message)).toBeNull());
    release();
    restore();
    await screen.readMessage('Front side uploaded');
    await sendSide(form, 'Back');
    await createAccount();
  });

  it('the form says which sides of the document are missing, and cannot be submitted until both are uploaded', async () => {
    const form = await openForm();
    expect(within(form).getByText('Front and back side still missing')).toBeVisible();
    expect(submitButton()).toBeDisabled();
    await sendSide(form, 'Back');
    expect(within(form).getByText('Front side still missing')).toBeVisible();
    expect(submitButton()).toBeDisabled();
    await sendSide(form, 'Front');
    expect(within(form).queryByText(/still missing/)).toBeNull();
    expect(submitButton()).toBeEnabled();
  });

  it.each([
    [
      'no upload URL is returned',
      'Failed to get upload URL',
      () => screen.network.fail('kyc.requestUpload', broken),
    ],
    [
      'the storage rejects the file',
      'This address is for another file',
      () =>
        screen.network.fulfill('/uploads/', () =>
          Response.json({ message: 'This address is for another file' }, { status: 403 }),
        ),
    ],
    [
      'the file cannot be secured',
      'Failed to secure document. Please try again.',
      () => screen.network.fail('kyc.secureDocument', broken),
    ],
  ])('if %s, the side counts as missing, and a message says why', async (_what, sentence, arrange) => {
    const form = await openForm();
    arrange();
    await pickSide(screen, form, 'Front');
    expect(await screen.readMessage('Upload Error', sentence)).toBe('alert');
    expect(within(form).getByText('Front and back side still missing')).toBeVisible();
  });

  it('a file that is not what its name says is rejected by the server, and a message says why', async () => {
    const form = await openForm();
    const file = new window.File(['<html><script>1</script>'], 'page.png', { type: 'image/png' });
    await screen.user.upload(within(form).getByLabelText(/^Front side/), file);
    const reason = 'This kind of file is not accepted. Please send a JPG, a PNG or a PDF.';
    expect(await screen.readMessage('Upload Error', `Failed to secure document. ${reason}`)).toBe('alert');
    expect(within(form).getByText('Front and back side still missing')).toBeVisible();
  });
});

describe('sign-up fields', () => {
  const required = {
    'First name': 'First name must be at least 2 characters',
    'Last name': 'Last name must be at least 2 characters',
    Email: 'Enter an email such as name@example.com',
    Password: 'Password must be at least 6 characters',
    'Document type': 'Document type is required',
    'Document number': 'Document number is required',
    'Date of birth': 'Date of birth is required',
    'Phone number': 'Phone number is required',
    Address: 'Address is required',
    City: 'City is required',
    State: 'State is required',
    Country: 'Country is required',
    'Postal code': 'Postal code is required',
  };

  it('each invalid field has an error, and the first one is focused', async () => {
    const form = await openForm();
    await sendBothSides(form);
    await screen.user.click(submitButton());
    for (const [label, message] of Object.entries(required)) await expectFieldError(form, label, message);
    await waitFor(() => expect(within(form).getByLabelText('First name')).toHaveFocus());
  });

  it('a one-letter name, a five-character password and an age below 13 are rejected', async () => {
    const form = await openForm();
    await sendBothSides(form);
    const child = `${new Date().getFullYear() - 5}-01-01`;
    fillIn(form, { firstName: 'A', lastName: 'B', password: '12345', dateOfBirth: child });
    await screen.user.click(submitButton());
    for (const label of ['First name', 'Last name', 'Password'] as const)
      await expectFieldError(form, label, required[label]);
    await expectFieldError(form, 'Date of birth', 'You must be at least 13 years old');
  });

  it('a two-letter name and a six-character password are accepted', async () => {
    const form = await openForm();
    fillIn(form, registration({ firstName: 'Al', lastName: 'Bo', password: 'six123' }));
    await sendBothSides(form);
    await createAccount();
  });
});

it('a failed registration is explained, and the form keeps its text and uploads', async () => {
  const { email } = await academy.createUser();
  const form = await openForm();
  fillIn(form, registration({ email }));
  await sendBothSides(form);
  const restore = screen.network.fail('auth.register', broken);
  await screen.user.click(submitButton());
  expect(await screen.readMessage('Registration failed', 'Failed to create account')).toBe('alert');
  expect(within(form).getByText('Your account may have been created')).toBeVisible();
  restore();
  await screen.user.click(submitButton());
  expect(await screen.readMessage('Registration failed', 'An account with this email already exists')).toBe(
    'alert',
  );
  fillIn(form, { email: 'not-taken@example.test' });
  await createAccount();
});

it('if a legal text has changed since the form was opened, the form keeps its content and asks the visitor to read the text', async () => {
  screen = await openScreen(academy, '/');
  const restore = screen.network.changeResponse('consents.inEffect', (texts: TextVersion[]) =>
    texts.map(({ text }) => ({ text, version: '2020-01-01' })),
  );
  await screen.goTo('/auth?tab=signup');
  const form = await findForm();
  fillIn(form, registration());
  await sendBothSides(form);
  restore();
  await screen.user.click(submitButton());
  const message = /^The Terms of Service and Privacy Policy changed in the meantime/;
  expect(await within(form).findByText(message)).toBeVisible();
  await screen.settle();
  await createAccount();
});

it('if the email has an account, the form offers to log in and keeps what was typed', async () => {
  const { email } = await academy.createUser();
  const form = await openForm();
  fillIn(form, registration({ email }));
  await sendBothSides(form);
  await screen.user.click(submitButton());
  await screen.readMessage('Registration failed');
  // Logging in is offered only for the email that was rejected.
  screen.fill(within(form).getByLabelText('Email'), 'another@example.test');
  expect(within(form).queryByRole('button', { name: 'Log in instead' })).toBeNull();
  screen.fill(within(form).getByLabelText('Email'), email);
  const reset = within(form).getByRole('link', { name: 'Forgot your password?' });
  const account = within(form).getByRole('group', { name: 'Account' });
  await screen.user.click(within(account).getByRole('button', { name: 'Log in instead' }));
  const login = await screen.findByRole('form', { name: 'Login' });
  expect(within(login).getByLabelText('Email')).toHaveValue(email);
  expect(screen.getByRole('tabpanel', { name: 'Login' })).toHaveFocus();
  screen.getByRole('tab', { name: 'Login' }).focus();
  await screen.user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toHaveFocus();
  expect(within(form).getByLabelText('Document number')).toHaveValue(String(registration().documentNumber));
  await screen.user.click(reset);
  const forgot = await screen.findByRole('form', { name: 'Forgot your password?' });
  expect(within(forgot).getByLabelText('Email')).toHaveValue(email);
  expect(screen.url()).toBe('/forgot-password');
});

it('text that was typed into the sign-up form before a login is not shown to the next visitor after the session has ended', async () => {
  const { email } = await academy.createUser({ password: testPassword });
  const form = await openForm();
  fillIn(form, registration());
  await screen.reload();
  expect(within(await findForm()).getByLabelText('Document number')).not.toHaveValue('');
  await screen.user.click(screen.getByRole('tab', { name: 'Login' }));
  const login = within(await screen.findByRole('form', { name: 'Login' }));
  screen.fill(login.getByLabelText('Email'), email);
  screen.fill(login.getByLabelText('Password'), testPassword);
  await screen.user.click(login.getByRole('button', { name: 'Login' }));
  await expect.poll(() => screen.url()).toBe('/coaching');
  expect(Object.values(sessionStorage).join()).not.toContain(registration().documentNumber);
  await screen.settle();
  await academy.deps.db.deleteFrom('sessions').execute();
  await screen.goTo('/auth?tab=signup');
  expect(within(await findForm()).getByLabelText('Document number')).toHaveValue('');
});

describe('after registration', () => {
  it('a visitor who wanted to buy a product sees a link to it first, and is redirected to its page', async () => {
    screen = await openScreen(academy, `/products/${product.id}`);
    await screen.user.click(await screen.findByRole('button', { name: /^Buy \$19\.99/ }));
    const heading = 'Log in or sign up to buy River Bluffs, $19.99';
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    const form = await findForm();
    fillIn(form, registration());
    await sendBothSides(form);
    await createAccount();
    expect(screen.getByRole('main').querySelector('a, button')).toHaveTextContent(
      'Continue to River Bluffs ($19.99)',
    );
    await expect.poll(() => screen.url()).toBe(`/products/${product.id}`);
    expect(await screen.findByRole('button', { name: /^Buy \$19\.99/ })).toBeVisible();
  });

  it('a visitor who wanted no product reads how long the review takes, and is redirected to the landing page', async () => {
    screen = await openScreen(academy, '/auth?tab=signup&next=https://evil.example');
    const form = await findForm();
    fillIn(form, registration());
    await sendBothSides(form);
    const pressedAt = Date.now();
    await createAccount();
    expect(screen.getByRole('main')).toHaveTextContent(
      'your KYC is pending admin review. This usually takes 24-48 hours.',
    );
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
    await expect.poll(() => screen.url()).toBe('/');
    // The page stays for three seconds, so that the message can be read.
    expect(Date.now() - pressedAt).toBeGreaterThan(2_900);
  });
});
