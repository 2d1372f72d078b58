import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isFreeProduct } from '../../../../shared/access/access-rules.ts';
import { plainText } from '../../../../shared/shop/plain-text.ts';
import { productSlug } from '../../../../shared/shop/product-slug.ts';
import type { Product } from '../../../../shared/shop/products.ts';
import { formatCents } from '../../../lib/format.ts';
import { downloadLabel, useFileDownload } from '../../../lib/use-file-download.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Difficulty } from '../../../ui/difficulty.tsx';
import { NewVersion } from '../../../ui/new-version.tsx';
import { ProductCover } from '../../../ui/product-cover.tsx';
import { showToast } from '../../../ui/toast.tsx';

export type PdfResourceCardProps = {
  product: Product;
  /** The date of the current file if the user last opened an earlier one. */
  newVersion: string | undefined;
};

/** A PDF in the library. Without a file, Coming Soon replaces the buttons Download and Read. */
export function PdfResourceCard({ product, newVersion }: PdfResourceCardProps) {
  return (
    <Card as="li" padded={false} className="flex flex-col">
      <ProductCover
        kind="PDF"
        number={product.productNumber}
        seed={product.id}
        coverUrl={product.coverUrl}
        coverAlt={product.coverAlt}
      />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-center justify-between gap-2">
          <span className="text-sm text-muted tabular">PDF {product.productNumber}</span>
          <ResourceBadge product={product} />
        </div>
        <h3 className="text-lg font-semibold wrap-anywhere">{product.title}</h3>
        <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">
          {plainText(product.description)}
        </p>
        <Difficulty level={product.difficulty} />
        <div className="mt-auto flex flex-col gap-2 pt-2">
          {product.filePath === null ? (
            <Button disabled>Coming Soon</Button>
          ) : (
            <>
              <NewVersion since={newVersion} />
              <FileActions product={product} url={product.filePath} />
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

function ResourceBadge({ product }: { product: Product }) {
  if (isFreeProduct(product)) return <Badge tone="primary">Free</Badge>;
  if (product.owned) return <Badge tone="success">Owned</Badge>;
  return <Badge>{formatCents(product.price)}</Badge>;
}

function FileActions({ product, url }: { product: Product; url: string }) {
  const [failure, setFailure] = useState<string>();
  const { start, isBusy, percent } = useFileDownload({
    url,
    fallbackName: `${productSlug(product)}.pdf`,
    onStart: () => {
      setFailure(undefined);
      showToast({ title: 'Download Started', description: `${product.title} is being downloaded` });
    },
    onFailed: ({ message }) => {
      setFailure(message);
      showToast({ title: 'Download Failed', description: message, tone: 'danger' });
    },
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button busy={isBusy} busyLabel={downloadLabel(percent)} onClick={start} className="flex-1 tabular">
          Download<span className="sr-only"> {product.title}</span>
        </Button>
        <Link
          to="/read/$kind/$id"
          params={{ kind: 'product', id: String(product.id) }}
          className={`${buttonClass('secondary')} flex-1`}
        >
          Read<span className="sr-only"> {product.title} in the browser</span>
        </Link>
      </div>
      {failure && (
        <p role="alert" className="text-sm wrap-anywhere text-danger">
          {failure}
        </p>
      )}
    </>
  );
}
