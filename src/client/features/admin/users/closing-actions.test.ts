import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { closingActions } from './closing-actions.tsx';

/** The texts do not need a client. */
const noClient = undefined as never;
const account = { id: 'u1', name: 'Nora Lind', role: 'user' as const };

it.each<[isSuspended: boolean, isDeletionScheduled: boolean]>([
  [true, false],
  [false, true],
  [true, true],
])(
  'the text for ending a suspension or canceling a deletion says whether the user can log in again (suspended: %s, deletion scheduled: %s)',
  (isSuspended, isDeletionScheduled) => {
    const actions = closingActions(noClient, { ...account, isSuspended, isDeletionScheduled });
    const textOf = (consequence: ReactNode) => renderToStaticMarkup(consequence);
    expect(textOf(actions.unsuspend.action.consequence).includes('They can log in again')).toBe(
      !isDeletionScheduled,
    );
    expect(textOf(actions.keep.action.consequence).includes('They can log in again')).toBe(!isSuspended);
  },
);

it('the text for suspending an account names the button that ends the renewals of a membership', () => {
  const { suspend } = closingActions(noClient, {
    ...account,
    isSuspended: false,
    isDeletionScheduled: false,
  });
  expect(renderToStaticMarkup(suspend.action.consequence)).toContain(
    'choose “End renewals” under “Membership”',
  );
});
