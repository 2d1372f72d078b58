import { useState } from 'react';
import type { SessionView } from '../../../shared/auth/sign-in-security.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useCall } from './use-call.ts';

/** Where the account is signed in, with a way to end each of them. */
export function SignedInDevices() {
  const sessions = trpc.security.listSessions.useQuery();
  const utils = trpc.useUtils();
  const { busy, failure, start } = useCall();
  const [ending, setEnding] = useState<string>();
  const list = sessions.data ?? [];
  const others = list.filter(({ current }) => !current);

  function end(session: SessionView) {
    setEnding(session.id);
    start(
      async () => {
        await utils.client.security.endSession.mutate({ id: session.id });
        await utils.security.listSessions.invalidate();
        showToast({ title: 'Signed out', description: session.device, tone: 'success' });
      },
      // It may have ended by itself meanwhile.
      () => void utils.security.listSessions.invalidate(),
    );
  }

  function endOthers() {
    setEnding('others');
    start(async () => {
      const { ended } = await utils.client.security.endOtherSessions.mutate();
      await utils.security.listSessions.invalidate();
      const description = `${ended} ${ended === 1 ? 'device was' : 'devices were'} signed out.`;
      showToast({ title: 'Signed out everywhere else', description, tone: 'success' });
    });
  }

  return (
    <section aria-labelledby="devices-title" className="mt-6 border-t border-border pt-4">
      <h3 id="devices-title" className="font-semibold">
        Signed-in devices
      </h3>
      {sessions.isPending && (
        <SkeletonRegion label="Loading your devices..." className="mt-2">
          <Skeleton className="h-11 w-full" />
        </SkeletonRegion>
      )}
      {sessions.isError && (
        <div className="mt-2">
          <p className="text-danger">{describeError(sessions.error).message}</p>
          <Button variant="secondary" size="small" onClick={() => void sessions.refetch()} className="mt-2">
            Try again
          </Button>
        </div>
      )}
      <ul className="divide-y divide-border">
        {list.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 text-sm">
              <p className="font-semibold wrap-anywhere">{session.device}</p>
              <p className="text-muted wrap-anywhere">
                {[session.address, `used ${formatDateTime(session.lastSeenAt)}`].filter(Boolean).join(' · ')}
              </p>
            </div>
            {session.current ? (
              <Badge tone="primary">This device</Badge>
            ) : (
              <Button
                variant="quiet"
                size="small"
                className="max-sm:-ml-3"
                busy={busy && ending === session.id}
                busyLabel="Signing out..."
                disabled={busy && ending !== session.id}
                aria-label={`Sign out ${session.device}, used ${formatDateTime(session.lastSeenAt)}`}
                onClick={() => end(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormError title="Not signed out" message={failure?.message} />
      {others.length > 1 && (
        <Button
          variant="secondary"
          size="small"
          busy={busy && ending === 'others'}
          busyLabel="Signing out..."
          disabled={busy && ending !== 'others'}
          onClick={endOthers}
          className="mt-2"
        >
          Sign out all other devices
        </Button>
      )}
    </section>
  );
}
