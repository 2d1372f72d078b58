import { fireEvent, waitFor, within } from '@testing-library/dom';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { render } from '../../testing/screen/render.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useFormFields } from './use-form-fields.ts';
import { useLateFormFields } from './use-late-form-fields.ts';

const schema = z.object({ email: z.string().min(1) });

/** "Reject" stands for a response of the server that rejects the email sent with "Send". */
function Form() {
  const form = useFormFields({ initial: () => ({ email: '' }), schema });
  const [isAtFields, setAtFields] = useState<boolean>();
  return (
    <form ref={form.formRef}>
      <TextField {...form.field('email')} label="Email" />
      <button type="button" onClick={() => form.check()}>
        Send
      </button>
      <button
        type="button"
        onClick={() => setAtFields(form.showServerErrors({ email: 'This email is taken' }))}
      >
        Reject
      </button>
      <p>At the fields: {String(isAtFields)}</p>
    </form>
  );
}

const page = within(document.body);
const press = (name: string) => page.getByRole('button', { name }).click();
async function type(value: string): Promise<void> {
  fireEvent.input(await page.findByLabelText('Email'), { target: { value } });
}

async function sendEmail(): Promise<void> {
  render(<Form />);
  await type('taken@example.com');
  press('Send');
}

it('an error of the server is shown beside the field whose value it rejects', async () => {
  await sendEmail();
  press('Reject');
  await waitFor(() => expect(document.body).toHaveTextContent('At the fields: true'));
  expect(page.getByLabelText('Email')).toHaveAccessibleDescription('This email is taken');
});

it('an error about a value that was changed after it was sent is not shown beside the new value', async () => {
  await sendEmail();
  await type('free@example.com');
  press('Reject');
  await waitFor(() => expect(document.body).toHaveTextContent('At the fields: false'));
  expect(page.getByLabelText('Email')).not.toHaveAccessibleDescription();
});

it('if the schema of a form cannot be loaded, the form sends its current text, including what was typed while the schema loaded', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { promise: loadSchema, reject } = Promise.withResolvers<typeof schema>();
  const send = vi.fn<(values: unknown) => void>();
  function LateForm() {
    const form = useLateFormFields({ initial: () => ({ email: '' }), loadSchema: () => loadSchema });
    return (
      <>
        <TextField {...form.field('email')} label="Email" />
        <button type="button" onClick={async () => send(await form.check())}>
          Send
        </button>
      </>
    );
  }
  render(<LateForm />);
  await type('first@example.com');
  press('Send');
  await type('second@example.com');
  reject(new Error('offline'));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ email: 'second@example.com' }));
});
