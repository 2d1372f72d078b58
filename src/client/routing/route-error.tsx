import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { describeError } from '../lib/error-text.ts';
import { isReachable, isStaleChunkError, reloadOnce } from '../lib/stale-chunks.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { PageLoading } from './page-loading.tsx';

/** Shown instead of a page that failed. If a chunk could not be loaded, the page is first reloaded by `reloadOnce`. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const stale = isStaleChunkError(error);
  const [reloading, setReloading] = useState(stale);
  const [retrying, setRetrying] = useState(false);
  useEffect(() => {
    if (stale) void reloadOnce().then(setReloading);
  }, [stale]);

  if (reloading) return <PageLoading />;
  const { message, requestId } = describeError(error);

  async function retry() {
    if (!stale) {
      await router.invalidate();
      reset();
      return;
    }
    // While the server is unreachable, a reload would replace this page and its retry button with a browser error.
    if (await isReachable()) window.location.reload();
  }

  function handleRetry() {
    setRetrying(true);
    void retry().finally(() => setRetrying(false));
  }

  return (
    <Page width="medium">
      <ErrorState
        titleAs="h1"
        title={stale ? 'This page could not be loaded' : 'This page stopped working'}
        message={stale ? 'Check your connection and load it again.' : message}
        note="Nothing that you saved is lost."
        requestId={requestId}
        onRetry={handleRetry}
        retrying={retrying}
      />
    </Page>
  );
}
