import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReadingResource } from '../../../../shared/learning/reading.ts';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';
import { AttachedHands } from '../../hands/attached-hands.tsx';
import { PdfReader } from './pdf-reader.tsx';
import { ReaderLoading } from './reader-loading.tsx';

/** The reader of a PDF and the hands attached to it, or why the user cannot open the PDF. */
export function ReadingDesk({ resource }: { resource: ReadingResource }) {
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

  const { message, code, requestId } = describeError(reading.error);
  if (code === 'forbidden') {
    return (
      <ReadingUnavailable title="This PDF is not open to you yet" message={message}>
        {resource.kind === 'plan' ? (
          <Link to="/subscription-plans" className={buttonClass('primary')}>
            View Plans
          </Link>
        ) : (
          <Link to="/products/$id" params={{ id: String(resource.id) }} className={buttonClass('primary')}>
            See the product
          </Link>
        )}
      </ReadingUnavailable>
    );
  }
  if (code === 'not_found')
    return <ReadingUnavailable title="There is nothing to read here" message={message} />;
  return (
    <Page width="medium">
      <ErrorState
        title="This PDF could not be opened"
        message={message}
        note="Your place in it is not lost."
        requestId={requestId}
        code={code}
        onRetry={() => void reading.refetch()}
      />
    </Page>
  );
}

function ReadingUnavailable({
  title,
  message,
  children,
}: {
  title: string;
  message: string;
  children?: ReactNode;
}) {
  return (
    <Page width="medium">
      <Card as="section">
        <RangeGrid variant="empty" className="mb-4 w-16" />
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="mt-1 mb-6 measure text-muted">{message}</p>
        <div className="flex flex-wrap gap-2">
          {children}
          <Link to="/coaching" className={buttonClass('secondary')}>
            My Learning Library
          </Link>
        </div>
      </Card>
    </Page>
  );
}
