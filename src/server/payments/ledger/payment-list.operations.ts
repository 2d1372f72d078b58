import type {
  ListedPayment,
  PaymentFilterInput,
  PaymentList,
  SearchPaymentsInput,
} from '../../../shared/payments/payment-list.ts';
import { exportTable } from '../../access/export-table.operations.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { type CsvFile, openCsvFile } from '../../platform/db/csv-file.ts';
import { pageOf, readCursor } from '../../platform/db/paging.ts';
import { findPaymentsForAdmin } from './ledger.queries.ts';
import { paymentExport } from './payment-export.queries.ts';
import { presentInvoicePayment, presentSale } from './payment-list.present.ts';
import { countPayments, findBoundary, findPaymentIds, type ListedId } from './payment-list.queries.ts';
import { findWordHits, type WordHits } from './purchase-list.queries.ts';
import { findPurchasesByIds } from './purchases.queries.ts';

const pageSize = 50;
/** Up to this many matches, sorting them is faster than scanning the list in order. */
const fewPayments = 5_000;

/** Purchases and membership payments in one list, newest first, 50 per page, with the totals of the filter. */
export async function searchPayments(
  deps: Deps,
  _actor: AdminActor,
  { cursor, ...filter }: SearchPaymentsInput,
): Promise<PaymentList> {
  const hits = await findWordHits(deps.db, filter.q);
  const totals = await totalsOf(deps, filter, hits);
  const afterId = readCursor.uuid(cursor);
  const after = afterId === undefined ? undefined : await findBoundary(deps.db, afterId);
  if (afterId !== undefined && !after) return { items: [], nextCursor: null, totals };
  const ids = await findPaymentIds(deps.db, filter, hits, {
    after,
    limit: pageSize + 1,
    isFew: totals.count <= fewPayments && !isIndexed(filter),
  });
  const page = pageOf(ids, pageSize, (last) => last.id);
  return { ...page, items: await presentListed(deps, page.items), totals };
}

/**
 * Whether only failed payments match, without a search or a user. Both tables have an index of failed rows, newest
 * first.
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

/** Totals for one user or a search are not cached: few rows are counted, and the same search rarely comes again. */
async function totalsOf(
  deps: Deps,
  filter: PaymentFilterInput,
  hits: readonly WordHits[],
): Promise<PaymentList['totals']> {
  const { q, userId, status, type, from, to } = filter;
  const count = () => countPayments(deps.db, filter, hits);
  if (q !== '' || userId !== undefined) return count();
  return deps.figures.get(`payments ${JSON.stringify([status, type, from, to])}`, count);
}

/** The filtered payments as CSV. @throws DomainError step_up_required, busy */
export async function exportPayments(
  deps: Deps,
  actor: AdminActor,
  filter: PaymentFilterInput,
  origin: Origin,
): Promise<CsvFile> {
  const open = async () => {
    const query = paymentExport(filter, await findWordHits(deps.db, filter.q));
    return openCsvFile(deps, { compile: () => query.compile(deps.db) }, 'payments-export');
  };
  return exportTable(deps, actor, origin, open, {
    action: 'payments.exported',
    subjectType: 'payments',
    subjectId: filter.userId ?? 'all',
    details: { from: filter.from ?? null, to: filter.to ?? null, status: filter.status },
  });
}
