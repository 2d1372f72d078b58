import { expect, it } from 'vitest';
import { createCoach } from '../../../../server/coaching/testing/asked-questions.ts';
import { openScreen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../../../testing/test-app.ts';
import { tabStorage } from '../../../lib/browser-storage.ts';

const academy = setUpTestApp();

it('if another coach withdraws a range, a coach who is painting the range is warned before publishing it again', async () => {
  const admin = await academy.createUser({ role: 'admin' });
  const [coach, other] = [await createCoach(academy, admin), await createCoach(academy, admin)];
  const ofOther = academy.caller(other).ranges;
  const range = await ofOther.save({ ofAcademy: true, name: 'Wrong', cells: { raise: 'AA', call: '' } });
  await ofOther.publish(range);
  await ofOther.save({ id: range.id, name: 'Wrong', cells: { raise: 'AA, KK', call: '' } });
  const screen = await openScreen(academy, `/ranges/${range.id}`, { as: coach });
  await screen.user.click(await screen.findByRole('button', { name: 'Continue painting' }));
  await ofOther.setWithdrawn({ id: range.id, isWithdrawn: true });
  const publish = await screen.findByRole('button', { name: 'Publish' });
  await screen.user.click(publish);
  await screen.findByText(
    /withdrew this range after you began to paint\. If you publish it, students see it again\./,
  );
  expect(await ofOther.get({ id: range.id })).toMatchObject({ version: 1, isWithdrawn: true });

  await screen.user.click(screen.getByRole('button', { name: 'Overwrite it with mine' }));
  await screen.findByText('Draft saved.');
  await screen.user.click(publish);
  await screen.readMessage('Range published');
  expect(await ofOther.get({ id: range.id })).toMatchObject({ version: 2, isWithdrawn: false });
});

it('if another coach withdraws a range, a coach who continues an unsaved draft of the range is also warned', async () => {
  const admin = await academy.createUser({ role: 'admin' });
  const [coach, other] = [await createCoach(academy, admin), await createCoach(academy, admin)];
  const ofOther = academy.caller(other).ranges;
  const range = await ofOther.save({ ofAcademy: true, name: 'Wrong', cells: { raise: 'AA', call: '' } });
  await ofOther.publish(range);
  const { updatedAt } = await ofOther.get({ id: range.id });
  await ofOther.setWithdrawn({ id: range.id, isWithdrawn: true });
  const screen = await openScreen(academy, `/ranges/${range.id}`, { as: coach });
  const paint = await screen.findByRole('button', { name: 'Paint' });
  tabStorage.write(`draft:range:${range.id}`, { name: 'Wrong', raise: 'AA, QQ', editedFrom: updatedAt });
  await screen.user.click(paint);
  await screen.findByText(
    /withdrew this range after you began to paint\. If you publish it, students see it again\./,
  );
});
