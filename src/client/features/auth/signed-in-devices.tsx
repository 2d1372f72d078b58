import { countText } from '../../lib/count-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The devices on which the user is logged in, one for each login session. The user can log out the others here. */
export function SignedInDevices() {
  const sessions = trpc.security.listSessions.useQuery();
  const utils = trpc.useUtils();
  // The list is reloaded after an error, too, because a session may have ended in the meantime.
  const onSettled = () => utils.security.listSessions.invalidate();
  const end = useAction(
    trpc.security.endSession.useMutation({
      onSettled,
      onSuccess(_ended, { id }) {
        const description = sessions.data?.find((session) => session.id === id)?.device;
        showToast({ title: 'Logged out', description, tone: 'success' });
      },
    }),
  );
  const endOthers = useAction(
    trpc.security.endOtherSessions.useMutation({
      onSettled,
      onSuccess({ ended }) {
        const description = `${countText(ended, 'device was', 'devices were')} logged out.`;
        showToast({ title: 'Logged out everywhere else', description, tone: 'success' });
      },
    }),
  );
  const failure = end.failure ?? endOthers.failure;

  return (
    <section aria-labelledby="devices-title" className="mt-6 border-t border-border pt-4">
      <h3 id="devices-title" className="font-semibold">
        Logged-in devices
      </h3>
      <QueryView
        query={sessions}
        skeleton={
          <SkeletonRegion label="Loading your devices..." className="mt-2">
            <Skeleton className="h-11 w-full" />
          </SkeletonRegion>
        }
      >
        {(list) => (
          <>
            <ul className="divide-y divide-border">
              {list.map((session) => (
                <li
                  key={session.id}
                  className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2"
                >
                  <div className="min-w-0 text-sm">
                    <p className="font-semibold wrap-anywhere">{session.device}</p>
                    <p className="text-muted wrap-anywhere">
                      {[session.country, session.address, `used ${formatDateTime(session.lastSeenAt)}`]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                  {session.current ? (
                    <Badge tone="primary">This device</Badge>
                  ) : (
                    <Button
                      variant="quiet"
                      size="small"
                      className="max-sm:-ml-3"
                      busy={end.isPending && end.variables?.id === session.id}
                      busyLabel="Logging out..."
                      disabled={endOthers.isPending || (end.isPending && end.variables?.id !== session.id)}
                      aria-label={`Log out ${session.device}, used ${formatDateTime(session.lastSeenAt)}`}
                      onClick={() => {
                        endOthers.reset();
                        end.run({ id: session.id });
                      }}
                    >
                      Log out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <FormError title="Not logged out" failure={failure} />
            {list.filter(({ current }) => !current).length > 1 && (
              <Button
                variant="secondary"
                size="small"
                busy={endOthers.isPending}
                busyLabel="Logging out..."
                disabled={end.isPending}
                onClick={() => {
                  end.reset();
                  endOthers.run();
                }}
                className="mt-2"
              >
                Log out all other devices
              </Button>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}
