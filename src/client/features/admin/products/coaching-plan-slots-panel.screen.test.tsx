import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { sendProductPdf, testPdf } from '../../../../server/access/testing/stored-files.ts';
import type { AdminActor } from '../../../../server/actor.ts';
import { createAdmin } from '../../../../server/payments/testing/purchases.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

it('a saved coaching plan appears on the plans page without a reload', async () => {
  screen = await openScreen(academy, '/admin?tab=products&type=plan', { as: admin });
  const openPlans = async () => {
    fireEvent.click(screen.getAllByRole('link', { name: 'Membership', hidden: true })[0] ?? document.body);
    await screen.findByRole('heading', { name: 'The ten coaching plans' });
  };
  await screen.findByRole('button', { name: 'Fill plan 3' });
  await openPlans();
  window.history.back();
  await screen.user.click(await screen.findByRole('button', { name: 'Fill plan 3' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Fill coaching plan 3' }));
  screen.fill(editor.getByRole('textbox', { name: 'Title' }), 'Defending the Blinds');
  await screen.user.click(editor.getByRole('button', { name: 'Save plan' }));
  await screen.readMessage('Plan 3 saved');
  await screen.settle();
  await openPlans();
  expect(await screen.findByRole('heading', { name: 'Defending the Blinds' })).toBeVisible();
});

it('discarding the typed changes and keeping those of another admin also stops an upload in progress', async () => {
  const save = async (by: AdminActor, title: string, editedFrom?: string | null) =>
    academy.caller(by).admin.coachingPlans.save({
      pdfNumber: 7,
      title,
      difficulty: 'beginner',
      requiredPlan: 'silver',
      filePath: await sendProductPdf(academy, by, await testPdf(title)),
      ...(editedFrom !== undefined && { editedFrom }),
    });
  const first = await save(await createAdmin(academy), 'Turns');
  screen = await openScreen(academy, '/admin?tab=products&type=plan', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit plan 7' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Edit coaching plan 7' }));
  const { filePath } = await save(await createAdmin(academy), 'Their turns', first.updatedAt);
  await screen.user.click(editor.getByRole('button', { name: 'Save plan' }));
  const takeTheirs = await editor.findByRole('button', { name: 'Discard what I typed' });
  const release = screen.network.hold('kyc.requestUpload');
  const mine = new File([new Uint8Array(await testPdf('Mine'))], 'mine.pdf', { type: 'application/pdf' });
  await screen.user.upload(editor.getByLabelText('PDF file'), mine);
  await waitFor(() => expect(screen.network.sent).toContain('POST /trpc/kyc.requestUpload'));
  await screen.user.click(takeTheirs);
  release();
  await screen.settle();
  await screen.user.click(editor.getByRole('button', { name: 'Save plan' }));
  await screen.readMessage('Plan 7 saved', 'Their turns');
  await screen.settle();
  expect((await academy.caller(admin).admin.coachingPlans.list())[6]?.filePath).toBe(filePath);
});

it('the file of a coaching plan is not removed if another admin has replaced it since the page was loaded', async () => {
  const save = async (by: AdminActor, title: string) =>
    academy.caller(by).admin.coachingPlans.save({
      pdfNumber: 6,
      title: 'Rivers',
      difficulty: 'beginner',
      requiredPlan: 'silver',
      filePath: await sendProductPdf(academy, by, await testPdf(title)),
    });
  await save(await createAdmin(academy), 'Old');
  screen = await openScreen(academy, '/admin?tab=products&type=plan', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Remove file of plan 6' }));
  const { filePath } = await save(await createAdmin(academy), 'New');
  const question = within(await screen.findByRole('dialog', { name: 'Remove the file of plan 6?' }));
  await screen.user.click(question.getByRole('button', { name: 'Remove file' }));
  await screen.readMessage(
    'Failed to remove the file',
    'This coaching plan was changed while you were editing it, in another tab or by another admin. Its file was not removed.',
  );
  await screen.settle();
  const slots = await academy.caller(admin).admin.coachingPlans.list();
  expect(slots[5]?.filePath).toBe(filePath);
});

it('a saved coaching plan can immediately be chosen for a deck of drills', async () => {
  const { coaching } = academy.caller(admin).admin;
  await coaching.grantCoach({ userId: admin.userId, displayName: 'Olive', weeklyCapacity: 20 });
  screen = await openScreen(academy, '/coach?view=drills', { as: admin });
  // Follows links, because opening a URL would load all data again.
  const follow = (name: string) =>
    fireEvent.click(screen.getAllByRole('link', { name, hidden: true })[0] ?? document.body);
  const openDeck = async () => {
    await screen.user.click(await screen.findByRole('button', { name: 'New deck' }));
    return within(await screen.findByRole('dialog', { name: 'New deck' }));
  };
  const deck = await openDeck();
  await deck.findByRole('option', { name: 'Nothing: open to every student' });
  await screen.settle();
  expect(deck.queryByRole('option', { name: /Reading the River/ })).toBeNull();
  await screen.user.click(deck.getByRole('button', { name: 'Cancel' }));

  follow('Admin');
  await screen.user.click(await screen.findByRole('tab', { name: /^Product Management/ }));
  await screen.user.click(await screen.findByRole('button', { name: /^Plans/ }));
  await screen.user.click(await screen.findByRole('button', { name: 'Fill plan 4' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Fill coaching plan 4' }));
  screen.fill(editor.getByRole('textbox', { name: 'Title' }), 'Reading the River');
  await screen.user.click(editor.getByRole('button', { name: 'Save plan' }));
  await screen.readMessage('Plan 4 saved');
  follow('Student questions');
  await screen.findByRole('heading', { level: 1, name: 'Student questions' });
  await screen.user.click(screen.getByRole('link', { name: 'Drills' }));
  await (await openDeck()).findByRole('option', { name: /Reading the River/ });
});
