import { lazy, Suspense, useState } from 'react';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { SignInList } from './sign-in-list.tsx';

const SignInsDialog = lazy(async () => ({ default: (await import('./sign-ins-dialog.tsx')).SignInsDialog }));

/** Entries on the card. The dialog shows all of them. */
const shownOnCard = 3;

/** Recent sign-ins and failed attempts. */
export function RecentSignIns() {
  const history = trpc.security.signInHistory.useQuery();
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <section aria-labelledby="sign-ins-title" className="mt-4 border-t border-border pt-4">
      <h3 id="sign-ins-title" className="font-semibold">
        Recent sign-ins
      </h3>
      <QueryView
        query={history}
        skeleton={
          <SkeletonRegion label="Loading your sign-ins..." className="mt-2">
            <Skeleton className="h-11 w-full" />
          </SkeletonRegion>
        }
        empty={<p className="mt-2 text-sm text-muted">Your next login will be listed here.</p>}
      >
        {(signIns) => (
          <>
            <SignInList signIns={signIns.slice(0, shownOnCard)} />
            {signIns.length > shownOnCard && (
              <Button
                variant="quiet"
                size="small"
                className="-ml-3"
                onClick={() => {
                  setWasOpened(true);
                  setOpen(true);
                }}
              >
                Show all sign-ins
              </Button>
            )}
          </>
        )}
      </QueryView>
      {wasOpened && (
        <Suspense fallback={null}>
          <SignInsDialog signIns={history.data ?? []} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
