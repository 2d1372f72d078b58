import type { Product } from '../../../shared/products.ts';
import { formatCents } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Difficulty } from '../../ui/difficulty.tsx';
import { ProductCover } from '../../ui/product-cover.tsx';
import { usePdfDownload } from './use-pdf-download.ts';

/** A PDF of the library: number, badge, title, description, Download or Coming Soon (S2 §2). */
export function PdfResourceCard({ product }: { product: Product }) {
  return (
    <Card as="li" padded={false} className="flex flex-col">
      <ProductCover number={product.productNumber} seed={product.id} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-center justify-between gap-2">
          <span className="text-sm text-muted tabular">PDF {product.productNumber}</span>
          <ResourceBadge product={product} />
        </div>
        <h3 className="text-lg font-semibold wrap-anywhere">{product.title}</h3>
        <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">{product.description}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2">
          <Difficulty level={product.difficulty} />
          {product.filePath === null ? (
            <Button disabled>Coming Soon</Button>
          ) : (
            <DownloadButton product={product} filePath={product.filePath} />
          )}
        </div>
      </div>
    </Card>
  );
}

function ResourceBadge({ product }: { product: Product }) {
  if (product.isFree || product.price === 0) return <Badge tone="primary">Free</Badge>;
  if (product.owned) return <Badge tone="success">Owned</Badge>;
  return <Badge>{formatCents(product.price)}</Badge>;
}

function DownloadButton({ product, filePath }: { product: Product; filePath: string }) {
  const { start, isBusy, percent, failure } = usePdfDownload(product, filePath);
  return (
    <>
      <Button
        busy={isBusy}
        busyLabel={percent === undefined ? 'Downloading...' : `Downloading ${percent} %`}
        onClick={start}
        className="tabular"
      >
        Download<span className="sr-only"> {product.title}</span>
      </Button>
      {failure && (
        <p role="alert" className="w-full text-sm wrap-anywhere text-danger">
          {failure}
        </p>
      )}
    </>
  );
}
