import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { createApplicant } from '../../../../server/kyc/testing/applicants.ts';
import { openScreen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();

it('a request from an outdated page does not replace the items that another admin has just requested, and the page then shows these items', async () => {
  const admin = await academy.createUser({ role: 'admin', password: testPassword });
  const other = await academy.createUser({ role: 'admin', firstName: 'Otto', lastName: 'Owner' });
  const byOther = academy.caller(other).admin.kyc;
  const { id } = await createApplicant(academy);
  await byOther.setStatus({ id, status: 'requires_review' });

  const screen = await openScreen(academy, `/admin?tab=kyc&case=${id}`, { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Ask for more' }));
  const dialog = within(await screen.findByRole('dialog'));
  await screen.user.click(dialog.getByLabelText('Back side'));
  await byOther.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  await screen.user.click(dialog.getByRole('button', { name: 'Ask for the back side' }));
  await screen.findByText(
    'This application has changed in the meantime. Check it again, then decide. The status is now “Waiting for applicant”, set by Otto Owner.',
  );
  await screen.findByText('Asked for: front side.');
  expect((await byOther.get({ id })).application.requestedItems).toEqual(['front_side']);
  await screen.close();
});
