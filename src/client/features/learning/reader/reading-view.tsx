import { Link } from '@tanstack/react-router';
import type { ReadingResource } from '../../../../shared/learning/reading.ts';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ClosedPage } from '../../../ui/closed-page.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { AttachedHands } from '../../hands/attached-hands.tsx';
import { PdfReader } from './pdf-reader.tsx';
import { ReaderLoading } from './reader-loading.tsx';

const libraryLink = (
  <Link to="/coaching" className={buttonClass('secondary')}>
    My Learning Library
  </Link>
);

/** Shows a PDF and the hands attached to it, or why the user cannot open the PDF. */
export function ReadingView({ resource }: { resource: ReadingResource }) {
  // The result is removed from the cache when the user leaves, because reading may continue on another device. The
  // loader of the route has made the request, so a failed request is not repeated here.
  const reading = trpc.learning.openReading.useQuery(resource, { gcTime: 0, retryOnMount: false });
  if (reading.data) {
    return (
      <>
        <PdfReader resource={resource} reading={reading.data} />
        <div className="mx-auto w-full max-w-3xl px-4 py-8 empty:hidden sm:px-6">
          <AttachedHands kind={resource.kind} id={resource.id} />
        </div>
      </>
    );
  }
  if (reading.isPending) return <ReaderLoading />;

  const failure = describeError(reading.error);
  const { message, code } = failure;
  if (code === 'forbidden') {
    return (
      <ClosedPage
        title="This PDF is not open to you yet"
        actions={
          <>
            {resource.kind === 'plan' ? (
              <Link to="/subscription-plans" className={buttonClass('primary')}>
                View Plans
              </Link>
            ) : (
              <Link
                to="/products/$id"
                params={{ id: String(resource.id) }}
                className={buttonClass('primary')}
              >
                See the product
              </Link>
            )}
            {libraryLink}
          </>
        }
      >
        {message}
      </ClosedPage>
    );
  }
  if (code === 'not_found') {
    return (
      <ClosedPage title="There is nothing to read here" actions={libraryLink}>
        {message}
      </ClosedPage>
    );
  }
  return (
    <Page width="medium">
      <ErrorState
        {...failure}
        title="This PDF could not be opened"
        note="Your place in it is not lost."
        onRetry={() => void reading.refetch()}
      />
    </Page>
  );
}
