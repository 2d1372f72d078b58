import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { isFreeProduct } from '../../../shared/access/access-rules.ts';
import { onHoldText, suspendedText } from '../../../shared/payments/blocked-purchase.ts';
import { refundWindowDays } from '../../../shared/payments/refund-policy.ts';
import { plainText } from '../../../shared/shop/plain-text.ts';
import { notReadyText } from '../../../shared/shop/product-content.ts';
import type { ProductDetail } from '../../../shared/shop/products.ts';
import { countText } from '../../lib/count-text.ts';
import { formatDate, formatDuration } from '../../lib/format.ts';
import { productTypeLabels } from '../../lib/labels.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Card } from '../../ui/card.tsx';
import { Difficulty } from '../../ui/difficulty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProductCover } from '../../ui/product-cover.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import {
  FreeProductLink,
  NotReady,
  ProductAction,
  ProductStatus,
  PurchaseFailure,
} from './product-action.tsx';
import { ProductPromotion, useProductPromotion } from './product-promotion.tsx';
import { usePurchase } from './use-purchase.ts';

const RichText = lazyPart(async () => (await import('../../ui/rich-text.tsx')).RichText);

/** The page layout: one column on phones, with the price after the title; two columns on wide screens. */
export const detailGrid = 'grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]';

export type ProductDetailsProps = {
  product: ProductDetail;
  /** While true, `product` does not yet say what the user owns, so buttons are hidden: see `useIsVisitorsView`. */
  isVisitorsView?: boolean;
};

/** The page of a product, with more details than its card. */
export function ProductDetails({ product, isVisitorsView = false }: ProductDetailsProps) {
  return (
    <article className={detailGrid}>
      <header>
        <ProductCover
          kind={productTypeLabels[product.type]}
          number={product.productNumber}
          seed={product.id}
          coverUrl={product.coverUrl}
          coverAlt={product.coverAlt}
          className={product.coverUrl ? 'mb-6 rounded-b-card sm:h-64' : 'mb-6 rounded-b-card sm:p-6'}
        />
        <h1 className="text-2xl font-bold wrap-anywhere sm:text-3xl">{product.title}</h1>
        <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-muted">
          <Difficulty level={product.difficulty} />
          <span className="text-sm tabular">
            {productTypeLabels[product.type]} {product.productNumber}
          </span>
          {product.pageCount !== null && (
            <span className="text-sm tabular">{countText(product.pageCount, 'page')}</span>
          )}
          {product.estimatedDuration !== null && (
            <span className="text-sm tabular">{formatDuration(product.estimatedDuration)}</span>
          )}
        </p>
        {(product.author || product.publishedOn) && (
          <p className="mt-1 text-sm text-muted">
            {[
              product.author && `By ${product.author}`,
              product.publishedOn && formatDate(product.publishedOn),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </header>
      <OfferCard product={product} isVisitorsView={isVisitorsView} />
      <div className="flex flex-col gap-8">
        {product.description && <Description markdown={product.description} />}
        {product.questionCredits > 0 && (
          <p className="font-semibold">
            Includes {countText(product.questionCredits, 'question')} to the coach
          </p>
        )}
        {product.outcomes.length > 0 && (
          <Part title="What you can do afterwards">
            <CheckList items={product.outcomes} />
          </Part>
        )}
        {product.contents.length > 0 && (
          <Part title="Inside">
            <ol className="flex flex-col divide-y divide-border border-y border-border">
              {product.contents.map((chapter, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: chapters may share a title and never move
                <li key={index} className="flex gap-4 py-2">
                  <span className="w-6 shrink-0 font-mono text-sm text-muted tabular">{index + 1}</span>
                  <span className="wrap-anywhere">{chapter}</span>
                </li>
              ))}
            </ol>
          </Part>
        )}
        {product.preview && (
          <Part title="A look inside">
            <img
              src={product.preview}
              alt={`A page of ${product.title}`}
              loading="lazy"
              className="w-full max-w-90 rounded-card border border-border bg-surface"
            />
          </Part>
        )}
        <Contents product={product} />
        {product.prerequisites && (
          <Part title="Before you start">
            <p className="wrap-anywhere whitespace-pre-line">{product.prerequisites}</p>
          </Part>
        )}
        {!isFreeProduct(product) && !product.openToAll && <Terms />}
      </div>
    </article>
  );
}

/** The Markdown renderer is loaded only for a description that needs it; until then, the plain text is shown. */
function Description({ markdown }: { markdown: string }) {
  const hydrated = useHydrated();
  const text = plainText(markdown);
  const plain = <p className="measure text-lg wrap-anywhere whitespace-pre-line">{text}</p>;
  if (!hydrated || text === markdown.trim()) return plain;
  return (
    <Suspense fallback={plain}>
      <div className="text-lg">
        <RichText text={markdown} />
      </div>
    </Suspense>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="measure">
      <h2 className="mb-2 text-xl font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function OfferCard({ product, isVisitorsView }: Required<ProductDetailsProps>) {
  const purchase = usePurchase();
  const free = isFreeProduct(product);
  const needsPurchase = !free && !product.owned && !product.mayOpen && !product.openToAll;
  const blocked = needsPurchase ? product.blockedPurchase : null;
  const buyable = needsPurchase && product.isActive && !blocked;
  const promotion = useProductPromotion(product, purchase, buyable);
  return (
    <Card
      as="section"
      aria-label="Price"
      className="flex h-fit flex-col gap-4 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <div className="flex min-h-9 items-center justify-between gap-4">
        <ProductStatus product={product} large />
        {needsPurchase && !blocked && <span className="text-sm text-muted">once, in US dollars</span>}
      </div>
      {!product.isActive && !product.owned && !blocked && (
        <Notice tone="warning" title="Not on sale">
          Only admins and its buyers can open this page until the product is published.
        </Notice>
      )}
      <NotReady product={product} />
      {blocked && <BlockedPurchase reason={blocked} />}
      <ProductAction
        product={product}
        purchase={purchase}
        promotion={promotion.preview}
        waiting={promotion.checking}
        isVisitorsView={isVisitorsView}
        size="medium"
        className="w-full"
      />
      {free && <FreeProductLink title={product.title} />}
      <PurchaseFailure product={product} purchase={purchase} />
      {buyable && <ProductPromotion promotion={promotion} />}
      {!blocked && (
        <ul className="flex flex-col gap-1.5 border-t border-border pt-4 text-sm text-muted">
          {offerFacts(product, free).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function BlockedPurchase({ reason }: { reason: NonNullable<ProductDetail['blockedPurchase']> }) {
  const isSuspended = reason === 'suspended';
  return (
    <Notice
      tone="warning"
      title={isSuspended ? 'Suspended while your bank decides' : 'Your payment is on hold'}
    >
      You paid for this product.{' '}
      {isSuspended ? (
        suspendedText
      ) : (
        <>
          {onHoldText} Please{' '}
          <Link to="/" hash="contact" className="text-link">
            contact us
          </Link>
          .
        </>
      )}
    </Notice>
  );
}

function offerFacts(product: ProductDetail, free: boolean): string[] {
  if (free) return ['Free for everyone with an account.', 'It waits in your learning library.'];
  if (product.owned) {
    const owned = 'This is yours. It stays in your learning library.';
    return product.isReady ? [owned] : [owned, notReadyText];
  }
  if (product.openToAll) return ['Open to everyone with an account: there is nothing to buy.'];
  if (product.mayOpen) return ['Open to you as an admin. Students buy it.'];
  return [
    'No subscription and no recurring fees.',
    `Refundable for ${refundWindowDays} days if it is your first purchase of this product.`,
    'You pay on our payment provider’s page; we never see your card.',
  ];
}

/** Lists what a buyer gets: the kinds of content that the product already has. */
function Contents({ product }: { product: ProductDetail }) {
  const { file, video, text } = product.includes;
  const minutes = product.estimatedDuration;
  const parts: string[] = [];
  if (video) parts.push(minutes === null ? 'A video lesson' : `A video lesson of ${formatDuration(minutes)}`);
  if (text) parts.push(video ? 'The lesson in writing, to read beside the video' : 'A lesson in writing');
  if (file) {
    const pages = product.pageCount === null ? '' : ` of ${countText(product.pageCount, 'page')}`;
    parts.push(`A PDF${pages} to read in the browser or download`);
  }
  if (parts.length === 0) {
    parts.push(
      product.type === 'pdf'
        ? 'A PDF to download, as soon as it is published'
        : 'The session, as soon as it is published',
    );
  }
  parts.push('A place in your learning library: open it again whenever you want, on any device');
  return (
    <Part title="What you get">
      <CheckList items={parts} />
    </Part>
  );
}

function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {/* An admin may have written the same line twice. */}
      {[...new Set(items)].map((item) => (
        <li key={item} className="flex gap-3">
          <svg aria-hidden="true" viewBox="0 0 16 16" className="mt-1 size-4 shrink-0 text-primary-text">
            <path d="m2.5 8.5 3.5 3.5 7.5-8" fill="none" stroke="currentColor" strokeWidth="1.75" />
          </svg>
          <span className="wrap-anywhere">{item}</span>
        </li>
      ))}
    </ul>
  );
}

function Terms() {
  const { statementDescriptor } = useSiteSettings();
  return (
    <Part title="If it is not for you">
      <p className="text-muted">
        Ask within {refundWindowDays} days and your first purchase of this product is refunded. The charge
        appears on your card statement as{' '}
        <span className="font-mono text-sm text-text">{statementDescriptor}</span>. Please{' '}
        <Link to="/" hash="contact" className="text-link">
          contact support
        </Link>{' '}
        before filing a dispute with your bank. The other conditions are in the{' '}
        <Link to="/terms-of-service" className="text-link">
          Terms of Service
        </Link>
        .
      </p>
    </Part>
  );
}
