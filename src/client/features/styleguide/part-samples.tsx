import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BookmarkButton } from '../../ui/bookmark-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Difficulty } from '../../ui/difficulty.tsx';
import { NewVersion } from '../../ui/new-version.tsx';
import { ProductCover } from '../../ui/product-cover.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { KycStatusBadge, PurchaseStatusBadge } from '../../ui/status-badge.tsx';
import { Tooltip, TooltipGroup } from '../../ui/tooltip.tsx';
import { WayBack, wayBackClass } from '../../ui/way-back.tsx';
import { Row } from './row.tsx';

const products = [
  { number: 4, level: 'beginner', title: 'Three-Bet Pots', price: '$9.99' },
  { number: 7, level: 'intermediate', title: 'River Decisions', price: '$12.00' },
  { number: 9, level: 'advanced', title: 'ICM Basics', price: '$14.50' },
] as const;

export function ButtonSamples() {
  return (
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
      <BookmarkSample />
      <WayBack>
        <a href="#main" className={wayBackClass}>
          <span aria-hidden="true">←</span> All products
        </a>
      </WayBack>
      <TooltipGroup>
        <Tooltip text="Opens after 700 ms">
          <Button variant="secondary">Tooltip above</Button>
        </Tooltip>
        <Tooltip text="The second opens at once" side="bottom">
          <Button variant="secondary">Tooltip below</Button>
        </Tooltip>
      </TooltipGroup>
    </Row>
  );
}

function BookmarkSample() {
  const [marked, setMarked] = useState(true);
  return <BookmarkButton marked={marked} what="page 3" onToggle={() => setMarked(!marked)} />;
}

export function CardSamples() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {products.map((product) => (
        <Card key={product.number} as="article" padded={false} interactive>
          <ProductCover number={product.number} />
          <div className="flex flex-col gap-3 p-4">
            <div className="flex justify-between text-sm text-muted">
              <Difficulty level={product.level} />
              45 min
            </div>
            <h3 className="text-lg font-semibold">{product.title}</h3>
            <p className="text-sm text-muted">When the big blind calls and the flop misses both ranges.</p>
            <NewVersion openedAt={product.level === 'advanced' ? '2026-10-01T12:00:00.000Z' : undefined} />
            <div className="flex items-center justify-between">
              <span className="font-semibold tabular">{product.price}</span>
              <Button size="small">
                Buy {product.price}
                <span className="sr-only"> {product.title}</span>
              </Button>
            </div>
          </div>
        </Card>
      ))}
      <Card>
        <ProductCover number={12} empty />
        <p className="mt-4 text-muted">A plain card, with the cover of what is not there yet.</p>
      </Card>
    </div>
  );
}

export function GridSamples() {
  return (
    <Row>
      <RangeGrid size="logo" className="w-12" />
      <RangeGrid number={2} className="w-24" />
      <RangeGrid variant="empty" className="w-24" />
      <RangeGrid variant="progress" ratio={0.35} className="w-24" label="35 % done" />
    </Row>
  );
}

export function BadgeSamples() {
  return (
    <div className="flex flex-col gap-4">
      <Row>
        {(['neutral', 'primary', 'success', 'warning', 'danger', 'accent'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row>
        <KycStatusBadge status="pending" submitted={false} />
        {(['pending', 'approved', 'rejected', 'requires_review'] as const).map((status) => (
          <KycStatusBadge key={status} status={status} />
        ))}
        {(['completed', 'pending', 'failed', 'refunded'] as const).map((status) => (
          <PurchaseStatusBadge key={status} status={status} />
        ))}
      </Row>
      <Row>
        {(['beginner', 'intermediate', 'advanced', 'expert'] as const).map((level) => (
          <Difficulty key={level} level={level} />
        ))}
        <Avatar firstName="Dana" lastName="Whitfield" size="small" />
        <Avatar firstName="Dana" lastName="Whitfield" />
        <Avatar size="large" />
      </Row>
    </div>
  );
}
