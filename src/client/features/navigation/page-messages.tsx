import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { useUnreachable } from '../../lib/use-unreachable.ts';
import { Button } from '../../ui/button.tsx';
import { Toasts } from '../../ui/toast.tsx';
import { useSentTimeZone } from '../session/use-sent-time-zone.ts';

/** Shown at the bottom edge, in front of the notice of `AppShell`, while the server cannot be reached. */
function OfflineBanner() {
  const { offline, retry } = useUnreachable();
  if (!offline && !retry) return null;
  return (
    <div
      data-bottom-bar
      role="status"
      className="sticky bottom-0 z-40 grid border-t border-warning bg-warning-soft print:hidden"
    >
      <div className="mx-auto flex min-h-14 w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-2 max-sm:text-sm sm:px-6">
        <p>
          <span className="font-semibold">
            {offline ? 'You are offline.' : 'The academy cannot be reached.'}
          </span>{' '}
          What you typed is still here.
        </p>
        {retry && (
          <Button variant="secondary" size="small" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * Messages that may appear on all pages: the offline banner and toasts. Loaded in advance, because a browser that is
 * offline could not load them.
 */
export function PageMessages() {
  // Called here, because this component is on all pages, and its code is not in their initial scripts.
  useKeptFocus();
  useSentTimeZone();
  return (
    <>
      <OfflineBanner />
      <Toasts />
    </>
  );
}
