import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { describeError } from '../lib/error-text.ts';
import { FormError } from './form-error.tsx';
import { hideToasts, showFailure, Toasts } from './toast.tsx';

const lost = new TypeError('Failed to fetch');
const rejected = Object.assign(new Error('The academy is busy'), {
  data: { code: 'busy', httpStatus: 503, message: 'The academy is busy' },
});
const failure = 'The hand was not published';
const uncertain = 'The hand may have been published';

it.each([
  ['a lost response', lost, uncertain, uncertain],
  ['a rejection', rejected, uncertain, failure],
  ['a lost response, if no title for an uncertain outcome is given', lost, undefined, failure],
])('after %s, the form and the toast show the same title', async (_what, error, uncertainTitle, title) => {
  render(
    <>
      <FormError title={failure} uncertainTitle={uncertainTitle} failure={describeError(error)} />
      <Toasts />
    </>,
  );
  const page = within(document.body);
  await page.findByText(title);
  showFailure(failure, uncertainTitle)(error);
  await expect.poll(() => page.getAllByText(title)).toHaveLength(2);
  hideToasts();
});
