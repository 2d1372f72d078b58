import type {
  ListedPayment,
  PaymentFilterInput,
  PaymentList,
  SearchPaymentsInput,
} from '../../../shared/payments/payment-list.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import type { CsvFile } from '../../platform/db/csv-file.ts';
import { pageOf, readCursor } from '../../platform/db/paging.ts';
import { findPaymentsForAdmin } from './ledger.queries.ts';
import { paymentExport } from './payment-export.queries.ts';
import { presentInvoicePayment, presentSale } from './payment-list.present.ts';
import { countPayments, findBoundary, findPaymentIds, type ListedId } from './payment-list.queries.ts';
import { cachedTotals, exportList, fewMatches } from './purchase-list.operations.ts';
import { findWordHits } from './purchase-list.queries.ts';
import { findPurchasesByIds } from './purchases.queries.ts';

const pageSize = 50;

/** Purchases and membership payments in one list, newest first, 50 per page, with the totals of the filter. */
export async function searchPayments(
  deps: Deps,
  _actor: AdminActor,
  { cursor, ...filter }: SearchPaymentsInput,
): Promise<PaymentList> {
  const hits = await findWordHits(deps.db, filter.q);
  const totals = await cachedTotals(deps, 'payments', filter, () => countPayments(deps.db, filter, hits));
  const afterId = readCursor.uuid(cursor);
  const after = afterId === undefined ? undefined : await findBoundary(deps.db, afterId);
  if (afterId !== undefined && !after) return { items: [], nextCursor: null, totals };
  const ids = await findPaymentIds(deps.db, filter, hits, {
    after,
    limit: pageSize + 1,
    isFew: totals.count <= fewMatches && !isIndexed(filter),
  });
  const page = pageOf(ids, pageSize, (last) => last.id);
  return { ...page, items: await presentListed(deps, page.items), totals };
}

/**
 * Whether the filter asks for failed payments, and neither for a user nor for search words. The tables of purchases and
 * of membership payments each have an index of their failed rows, newest first.
 */
function isIndexed({ status, q, userId }: PaymentFilterInput): boolean {
  return status === 'failed' && q === '' && userId === undefined;
}

async function presentListed(deps: Deps, ids: readonly ListedId[]): Promise<ListedPayment[]> {
  const idsOf = (isInvoice: boolean) => ids.filter((one) => one.isInvoice === isInvoice).map(({ id }) => id);
  const [saleIds, invoiceIds] = [idsOf(false), idsOf(true)];
  const [sales, invoices] = await Promise.all([
    findPurchasesByIds(deps.db, saleIds),
    findPaymentsForAdmin(deps.db, invoiceIds),
  ]);
  const listed = new Map(
    [...sales.map(presentSale), ...invoices.map(presentInvoicePayment)].map((row) => [row.id, row]),
  );
  return ids.flatMap(({ id }) => listed.get(id) ?? []);
}

/** The filtered payments as CSV. @throws DomainError step_up_required, busy */
export async function exportPayments(
  deps: Deps,
  actor: AdminActor,
  filter: PaymentFilterInput,
  metadata: RequestMetadata,
): Promise<CsvFile> {
  return exportList(deps, actor, metadata, 'payments', filter, (hits) => ({
    compile: () => paymentExport(filter, hits).compile(deps.db),
  }));
}
