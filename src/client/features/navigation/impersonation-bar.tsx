import { useEffect, useState } from 'react';
import type { SignedInUser } from '../../../shared/auth/accounts.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { countText } from '../../lib/count-text.ts';
import { describeError } from '../../lib/error-text.ts';
import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';

const checkEveryMs = 1_000;

/** Opens the user's page in the admin area. The full page load removes the student's data from memory. */
const goBackTo = (userId: string) => window.location.assign(`/admin/users/${userId}`);

/** Shown in red on each page while an admin impersonates a student. */
export function ImpersonationBar({ user, secondsLeft }: { user: SignedInUser; secondsLeft: number }) {
  const { isPending, failure, run } = useAction(
    trpc.impersonation.stop.useMutation({
      onSuccess() {
        notifyOtherTabs(null);
        goBackTo(user.id);
      },
      onError(error) {
        // The admin's session has ended, and the impersonation with it.
        if (describeError(error).code === 'not_signed_in') goBackTo(user.id);
      },
    }),
  );
  // The time, by the device's clock, at which the response with `secondsLeft` arrived. The bar may mount later.
  const { dataUpdatedAt } = trpc.auth.me.useQuery(undefined, { enabled: false });
  const endsAt = dataUpdatedAt + secondsLeft * 1_000;
  const [msLeft, setMsLeft] = useState(() => endsAt - Date.now());
  const isOver = msLeft <= 0;

  useEffect(() => {
    const count = () => setMsLeft(endsAt - Date.now());
    count();
    const timer = setInterval(count, checkEveryMs);
    // Updates the bar exactly when the impersonation ends, because later requests are the admin's own again.
    const end = setTimeout(count, endsAt - Date.now());
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [endsAt]);
  useEffect(() => {
    if (isOver) goBackTo(user.id);
  }, [isOver, user.id]);

  const minutes = Math.max(1, Math.ceil(msLeft / minuteMs));
  return (
    <aside aria-label="Viewing as a student" className="grid bg-danger text-on-danger">
      <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-50 border-4 border-danger" />
      <div className="mx-auto flex w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-2 max-sm:text-sm sm:px-6">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">
            You see what {user.firstName} {user.lastName} sees.
          </span>{' '}
          <span role="status">{failure?.message ?? 'Nothing can be changed.'}</span>{' '}
          <span className="whitespace-nowrap tabular">{countText(minutes, 'minute')} left.</span>
        </p>
        <button
          type="button"
          aria-disabled={isPending}
          onClick={() => run()}
          className="min-h-9 shrink-0 rounded-control border border-on-danger px-4 text-sm font-semibold hover:brightness-90 focus-visible:outline-on-danger"
        >
          {isPending ? 'Stopping...' : 'Stop'}
        </button>
      </div>
    </aside>
  );
}
