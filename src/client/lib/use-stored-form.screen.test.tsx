import { fireEvent, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { render } from '../../testing/screen/render.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useStoredForm } from './use-stored-form.ts';

const schema = z.object({ name: z.string(), about: z.string() });

type Stored = { name: string; about: string; version: string | null };
type Form = ReturnType<typeof useStoredForm<'name' | 'about', z.infer<typeof schema>, string | null>>;
let form: Form;

function Editor({ version, ...stored }: Stored) {
  form = useStoredForm({ stored, version, schema });
  return (
    <form ref={form.formRef}>
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('about')} label="About" />
    </form>
  );
}

const field = (label: string) => within(document.body).findByLabelText(label);
const type = async (label: string, value: string) =>
  fireEvent.input(await field(label), { target: { value } });
const hasText = async (label: string, value: string) => {
  const input = await field(label);
  await waitFor(() => expect(input).toHaveValue(value));
};

function open(stored: Stored): (stored: Stored) => void {
  const root = render(<Editor {...stored} />);
  return (newer) => root.render(<Editor {...newer} />);
}

it('a stored version counts as seen only after the form has shown its texts, in the fields or in the message about a conflict', async () => {
  const load = open({ name: 'Ada', about: '', version: null });
  await type('Name', 'Ada Moss');
  load({ name: 'Ada', about: 'Cash games', version: 'second' });
  await hasText('About', 'Cash games');
  await hasText('Name', 'Ada Moss');
  // The fields show all texts of the second version.
  expect(form.seenVersion).toBe('second');
  expect(form.check()).toEqual({ name: 'Ada Moss', about: 'Cash games' });

  load({ name: 'Ada Lee', about: 'Tournaments', version: 'third' });
  await hasText('About', 'Tournaments');
  expect(form).toMatchObject({ seenVersion: null, seen: { name: 'Ada', about: 'Tournaments' } });
  form.showConflict();
  await waitFor(async () =>
    expect(await field('Name')).toHaveAccessibleDescription(/^“Ada Lee” was saved in the meantime/),
  );
  expect(form).toMatchObject({ seenVersion: 'third', seen: { name: 'Ada Lee' } });
  await hasText('Name', 'Ada Moss');
});

it('a field that the user changes back to its original text shows newly stored texts again', async () => {
  const load = open({ name: 'Ada', about: '', version: 'first' });
  await type('Name', 'Adam');
  await type('Name', 'Ada');
  load({ name: 'Ada Lee', about: '', version: 'second' });
  await hasText('Name', 'Ada Lee');
  expect(form).toMatchObject({ isDirty: false, seenVersion: 'second' });
});

it('what is typed while the form is being saved stays, and the saved text counts as seen', async () => {
  const load = open({ name: 'Ada', about: '', version: 'first' });
  await type('Name', 'Ada Moss');
  await type('About', 'Cash games');
  await waitFor(() => expect(form.check()).toEqual({ name: 'Ada Moss', about: 'Cash games' }));
  await type('About', 'Cash games and tournaments');
  load({ name: 'Ada Moss', about: 'Cash games', version: 'second' });
  form.forgetSent();
  await waitFor(() => expect(form.seen).toEqual({ name: 'Ada Moss', about: 'Cash games' }));
  expect(form).toMatchObject({ isDirty: true, seenVersion: 'second' });
  load({ name: 'Ada Lee', about: 'Cash games', version: 'third' });
  await hasText('Name', 'Ada Lee');
  await hasText('About', 'Cash games and tournaments');
});

it('if a save was stored but its response was lost, the saved text counts as seen when the user changes the field again', async () => {
  const load = open({ name: 'Ada', about: '', version: 'first' });
  await type('Name', 'Ada Moss');
  load({ name: 'Ada Moss', about: '', version: 'second' });
  await waitFor(() => expect(form.isDirty).toBe(false));
  await type('Name', 'Ada Lee');
  await hasText('Name', 'Ada Lee');
  expect(form).toMatchObject({ seenVersion: 'second', seen: { name: 'Ada Moss' } });
});
