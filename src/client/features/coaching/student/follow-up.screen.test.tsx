import { expect, it } from 'vitest';
import { answeredQuestion, verifiedStudent } from '../../../../server/coaching/testing/asked-questions.ts';
import { undoSeconds } from '../../../../shared/coaching/answers.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';

const fixture = coachedAcademy();

it('if a follow-up was sent in another tab, the page keeps showing the text that was not sent', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await answeredQuestion(fixture.academy, student, fixture.coach);
  fixture.academy.clock.advance(undoSeconds * 1_000);
  const { questions } = fixture.academy.caller(student);
  await questions.revealAnswer({ id, choice: null });
  const page = await fixture.open(`/questions/${id}`, student);
  const field = await page.findByRole('textbox', { name: 'Your follow-up question' });
  page.fill(field, 'And what about a smaller bet?');
  await questions.reopen({ id, text: 'And what about a raise?' });
  await page.user.click(page.getByRole('button', { name: 'Send the follow-up' }));
  await page.findByText('This follow-up was not sent');
  expect(page.getByText('And what about a smaller bet?')).toBeVisible();
});
