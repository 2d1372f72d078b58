import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { thought, verifiedStudent } from '../../../../server/coaching/testing/asked-questions.ts';
import { savedText } from '../../../../server/hands/testing/saved-texts.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';

const fixture = coachedAcademy();

/** Stores the hand as if newer parsers had parsed it. */
async function parseAgain(id: string, parserVersion: number): Promise<void> {
  const { db } = fixture.academy.deps;
  const { model } = await db
    .selectFrom('hands')
    .select('model')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const changed = { ...model, source: { site: 'pokerstars', reader: parserVersion } };
  await db
    .updateTable('hands')
    .set({ model: JSON.stringify(changed) })
    .where('id', '=', id)
    .execute();
}

const message = /^We corrected how this hand is read, so its actions may have changed/;

it('if the hand is parsed again, an unsaved note and label stay, and can be saved after the user has seen the new result', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await savedText(fixture.academy, student);
  const own = async () => (await fixture.academy.caller(student).hands.get({ id })).own;
  const page = await fixture.open(`/hands/${id}`, student);
  await page.user.click(await page.findByRole('tab', { name: 'Notes' }));
  page.getByRole('region', { name: 'Replayer' }).focus();
  await page.user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  const field = await page.findByRole('textbox', { name: /^Here: / });
  page.fill(field, 'Too small?');
  await parseAgain(id, 1_000);
  await page.user.click(page.getByRole('button', { name: 'Save the note' }));
  await page.findByText(message);
  expect(await own()).toMatchObject({ notes: [] });
  expect(field).toHaveValue('Too small?');
  await page.settle();
  await page.user.click(page.getByRole('button', { name: 'Save the note' }));
  await waitFor(async () => expect(await own()).toMatchObject({ notes: [{ text: 'Too small?' }] }));

  await page.settle();
  const label = page.getByRole('textbox', { name: 'BTN' });
  await page.user.type(label, 'Caller');
  await parseAgain(id, 1_001);
  await page.user.tab();
  await page.settle();
  expect(await own()).toMatchObject({ labels: [] });
  expect(label).toHaveValue('Caller');
  await page.user.click(label);
  await page.user.tab();
  await waitFor(async () => expect(await own()).toMatchObject({ labels: [{ label: 'Caller' }] }));
});

it('if the hand is parsed again, an unsent question stays, and can be sent after the user has seen the new result', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await savedText(fixture.academy, student);
  const page = await fixture.open(`/hands/${id}`, student);
  await page.user.click(await page.findByRole('button', { name: 'Ask the coach' }));
  const dialog = within(await page.findByRole('dialog', { name: 'Ask the coach' }));
  await dialog.findByText('1 question left');
  page.fill(dialog.getByRole('textbox', { name: 'What did you do and why?' }), thought);
  await parseAgain(id, 1_000);
  const send = () => page.user.click(dialog.getByRole('button', { name: 'Ask the coach' }));
  await send();
  await dialog.findByText(message);
  await page.settle();
  expect(dialog.getByRole('textbox', { name: 'What did you do and why?' })).toHaveValue(thought);
  await send();
  await page.findByText('Waiting for a coach');
});
