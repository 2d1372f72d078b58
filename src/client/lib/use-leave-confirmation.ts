import { useBlocker } from '@tanstack/react-router';
import type { AdminTab } from './search-params.ts';

export type LeaveConfirmationState = { isBlocked: boolean; stay: () => void; leave: () => void };

/**
 * While there is unsaved input, blocks navigation and closing the browser tab until the user decides.
 * @param within - the tab of the admin area that keeps its input while the user navigates inside it
 */
export function useLeaveConfirmation(dirty: boolean, within?: AdminTab): LeaveConfirmationState {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => !(within && 'tab' in next.search && next.search.tab === within),
    disabled: !dirty,
    withResolver: true,
  });
  return {
    isBlocked: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
