import { AnnouncementStrip } from '../../ui/announcement-strip.tsx';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { PagePending } from '../../ui/page-pending.tsx';
import { SkeletonRegion, SkeletonText } from '../../ui/skeleton.tsx';
import { SkeletonCard } from '../../ui/skeleton-card.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { Row } from './row.tsx';

/** What a screen says when there is nothing, nothing yet, something wrong, or something new. */
export function MessageSamples() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <EmptyState
        headingLevel={3}
        title="You don't have any PDF resources yet"
        description="Plans you buy appear here, ready to download."
        action={<Button variant="secondary">Browse Products</Button>}
      />
      <ErrorState
        title="Products could not be loaded"
        message="We could not reach the academy."
        kept="Your library is unchanged."
        requestId="req-1a2b"
        onRetry={() => showToast({ title: 'Trying again' })}
      />
      <ErrorState
        title="Trying once more"
        message="We could not reach the academy."
        onRetry={ignore}
        retrying
      />
      <DescriptionList
        items={[
          { term: 'Amount', detail: '$9.99' },
          { term: 'Purchased', detail: '20 Nov 2026, 14:05 CET' },
        ]}
      />
      <Notice title="Documents received">
        <Unbroken text="A person looks at them, usually within 24-48 hours." part="24-48 hours" />
      </Notice>
      <Notice
        tone="success"
        title="Your e-mail is verified"
        action={
          <Button variant="secondary" size="small">
            Go to your profile
          </Button>
        }
      >
        There is nothing more to do.
      </Notice>
      <Notice tone="warning" title="Action needed">
        Please send the back side again.
      </Notice>
      <Notice tone="danger" title="Payment failed">
        Your card was declined. Nothing was charged.
      </Notice>
      <AnnouncementStrip tone="info" message="Two new sessions on river play." onDismiss={ignore} />
      <AnnouncementStrip tone="warning" message="The academy rests on Sunday from 8 to 10." />
      <AnnouncementStrip tone="danger" message="Payments are slow today. Nothing is charged twice." />
    </div>
  );
}

const ignore = () => undefined;

export function LoadingSamples() {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SkeletonRegion label="Loading products...">
        <SkeletonCard />
      </SkeletonRegion>
      <SkeletonText lines={4} />
      <TableSkeleton rows={3} />
      <div className="h-64 overflow-hidden rounded-card border border-border [&>*]:min-h-full">
        <PageLoading delay={0} />
      </div>
      <div className="overflow-hidden rounded-card border border-border">
        <PagePending />
      </div>
    </div>
  );
}

export function ToastSamples() {
  return (
    <Row>
      <Button
        variant="secondary"
        onClick={() =>
          showToast({ title: 'Purchase Successful!', description: 'Added to your library.', tone: 'success' })
        }
      >
        Success toast
      </Button>
      <Button
        variant="secondary"
        onClick={() =>
          showToast({ title: 'Download Failed', description: 'Failed to download PDF', tone: 'danger' })
        }
      >
        Error toast
      </Button>
      <Button variant="secondary" onClick={() => showToast({ title: 'Saved users-export.csv' })}>
        Neutral toast
      </Button>
    </Row>
  );
}
