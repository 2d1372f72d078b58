import { type ReactNode, useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CheckboxField } from '../ui/checkbox-field.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Difficulty } from '../ui/difficulty.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, PageHeader, Section } from '../ui/page.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { ProductCover } from '../ui/product-cover.tsx';
import { RangeGrid } from '../ui/range-grid.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { SkeletonCard, SkeletonRegion } from '../ui/skeleton.tsx';
import { KycStatusBadge, PurchaseStatusBadge } from '../ui/status-badge.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PasswordField, TextAreaField, TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { Tooltip, TooltipGroup } from '../ui/tooltip.tsx';

const sampleRows = [
  { id: '1', name: 'Dana Whitfield', submitted: '20 Nov 2026', status: 'pending', amount: '$59.99' },
  { id: '2', name: 'Ivo Marek', submitted: '18 Nov 2026', status: 'approved', amount: '$9.99' },
  { id: '3', name: 'Lena Ortiz', submitted: '12 Nov 2026', status: 'rejected', amount: '$29.99' },
] as const;

const sampleProducts = [
  { number: 4, level: 'beginner', title: 'Three-Bet Pots', price: '$9.99' },
  { number: 7, level: 'intermediate', title: 'River Decisions', price: '$12.00' },
  { number: 9, level: 'advanced', title: 'ICM Basics', price: '$14.50' },
] as const;

/** Every primitive in its states, to look at while working on them. */
export function StyleguidePage() {
  return (
    <Page>
      <PageHeader
        title="Every part in every state"
        lead="What the screens are made of, in the colours of your system."
      />
      <Section title="Buttons">
        <Row>
          <Button>Start Training</Button>
          <Button variant="secondary">Watch Demo</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Refund $12.50</Button>
          <Button disabled>Create account</Button>
          <Button busy busyLabel="Saving...">
            Save
          </Button>
          <Button size="small">Small</Button>
          <Button size="large">Large</Button>
          <TooltipGroup>
            <Tooltip text="Opens after 700 ms">
              <Button variant="secondary">Tooltip</Button>
            </Tooltip>
          </TooltipGroup>
        </Row>
      </Section>
      <Section title="Budget Friendly" note="$6 - $15">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {sampleProducts.map((product) => (
            <Card key={product.number} as="article" padded={false} interactive>
              <ProductCover number={product.number} />
              <div className="flex flex-col gap-3 p-4">
                <div className="flex justify-between text-sm text-muted">
                  <Difficulty level={product.level} />
                  45 min
                </div>
                <h3 className="text-lg font-semibold">{product.title}</h3>
                <p className="text-sm text-muted">
                  When the big blind calls and the flop misses both ranges.
                </p>
                <div className="flex items-center justify-between">
                  <span className="font-semibold tabular">{product.price}</span>
                  <Button size="small">Buy {product.price}</Button>
                </div>
              </div>
            </Card>
          ))}
          <SkeletonRegion label="Loading products...">
            <SkeletonCard />
          </SkeletonRegion>
        </div>
      </Section>
      <Section title="Grids">
        <Row>
          <RangeGrid size="logo" className="w-12" />
          <RangeGrid number={2} className="w-24" />
          <RangeGrid variant="empty" className="w-24" />
          <RangeGrid variant="progress" ratio={0.35} className="w-24" label="35 % done" />
        </Row>
      </Section>
      <Section title="Badges">
        <Row>
          {(['neutral', 'primary', 'success', 'warning', 'danger', 'accent'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <KycStatusBadge status="pending" submitted={false} />
          <KycStatusBadge status="requires_review" />
          <PurchaseStatusBadge status="completed" />
          <PurchaseStatusBadge status="refunded" />
          <Difficulty level="expert" />
          <Avatar firstName="Dana" lastName="Whitfield" />
          <Avatar />
        </Row>
      </Section>
      <Section title="KYC applications">
        <SampleTable />
      </Section>
      <Section title="Forms">
        <SampleForm />
      </Section>
      <Section title="Messages">
        <SampleMessages />
      </Section>
      <Section title="Tabs and dialogs">
        <SampleTabs />
      </Section>
    </Page>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

function SampleTable() {
  return (
    <>
      <DataTable
        caption="KYC applications"
        rows={sampleRows}
        rowKey={(row) => row.id}
        columns={[
          { key: 'name', header: 'Name', cell: (row) => row.name },
          { key: 'submitted', header: 'Submitted', cell: (row) => row.submitted },
          { key: 'status', header: 'Status', cell: (row) => <KycStatusBadge status={row.status} /> },
          { key: 'amount', header: 'Amount', align: 'end', cell: (row) => row.amount },
          {
            key: 'actions',
            header: 'Actions',
            headerHidden: true,
            align: 'end',
            cell: () => (
              <Button variant="quiet" size="small">
                View
              </Button>
            ),
          },
        ]}
      />
      <Pagination summary="1 to 3 of 12" onNext={() => showToast({ title: 'Next page' })} />
    </>
  );
}

function SampleForm() {
  const ignore = () => undefined;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <TextField label="Email" type="email" error="Enter an email such as name@example.com" />
      <TextField label="Document number" hint="As printed on the document" />
      <PasswordField label="Password" hint="At least 6 characters" />
      <SelectField
        label="Document type"
        placeholder="Choose a type"
        options={[{ value: 'passport', label: 'Passport' }]}
      />
      <TextAreaField label="Notes" optional />
      <div className="flex flex-col gap-4">
        <CheckboxField label="Both images are the same document" />
        <SwitchField label="Free" hint="Everyone who is signed in may open it" defaultChecked />
        <TextField label="User ID" value="read-only" readOnly />
      </div>
      <FileDrop
        label="Front side"
        hint="JPG, PNG, PDF up to 5 MB"
        state={{ status: 'idle' }}
        onPick={ignore}
      />
      <FileDrop
        label="Back side"
        hint="JPG, PNG, PDF up to 5 MB"
        state={{ status: 'uploading', percent: 42, detail: '2.0 of 4.8 MB, 6 s left', onCancel: ignore }}
        onPick={ignore}
      />
      <FileDrop
        label="Front side"
        hint=""
        state={{ status: 'done', fileName: 'passport-front.jpg' }}
        onPick={ignore}
      />
      <FileDrop
        label="Back side"
        hint="JPG, PNG, PDF up to 5 MB"
        state={{ status: 'error', message: 'The connection broke. Nothing was lost.', onRetry: ignore }}
        onPick={ignore}
      />
    </div>
  );
}

function SampleMessages() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <EmptyState
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
      <Notice title="Extra check under way">A second person is looking at your documents.</Notice>
      <Notice tone="warning" title="Action needed">
        Please send the back side again.
      </Notice>
      <FormError message="Invalid credentials" requestId="req-3c4d" />
      <DescriptionList
        items={[
          { term: 'Amount', detail: '$9.99' },
          { term: 'Purchased', detail: '20 Nov 2026, 14:05 CET' },
        ]}
      />
    </div>
  );
}

function SampleTabs() {
  const [tab, setTab] = useState<'kyc' | 'purchases'>('kyc');
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  return (
    <>
      <Tabs
        label="Sample"
        selected={tab}
        onChange={setTab}
        items={[
          { key: 'kyc', label: 'KYC Management', content: 'Open applications' },
          { key: 'purchases', label: 'Purchase History', content: 'All purchases' },
        ]}
      />
      <div className="mt-6">
        <Row>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Open dialog
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              showToast({
                title: 'Purchase Successful!',
                description: 'Added to your library.',
                tone: 'success',
              })
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
        </Row>
      </div>
      <Dialog
        open={open}
        onClose={() => {
          setOpen(false);
          setNote('');
        }}
        title="Reject this application?"
        description="The applicant reads the note."
        dirty={note !== ''}
        footer={(requestClose) => (
          <>
            <Button variant="secondary" onClick={requestClose}>
              Cancel
            </Button>
            <Button variant="danger">Reject application</Button>
          </>
        )}
      >
        <TextAreaField label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Dialog>
    </>
  );
}
