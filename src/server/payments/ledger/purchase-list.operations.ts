import type { Compilable } from 'kysely';
import { limits } from '../../../shared/limits.ts';
import type { PurchaseListInput } from '../../../shared/list-pages.ts';
import type { PaymentFilterInput } from '../../../shared/payments/payment-list.ts';
import type { AdminPurchase } from '../../../shared/payments/payments.ts';
import { type PurchaseFilterInput, purchaseFilterInput } from '../../../shared/payments/purchase-list.ts';
import { exportTable } from '../../access/export-table.operations.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { type CsvFile, openCsvFile } from '../../platform/db/csv-file.ts';
import {
  countPurchases,
  findPurchasePage,
  findWordHits,
  purchaseExport,
  type WordHits,
} from './purchase-list.queries.ts';
import { presentAdminPurchase } from './purchases.present.ts';

/** Up to this many matches, sorting them is faster than scanning the list in order. */
export const fewMatches = 5_000;

/**
 * The totals that `count` returns, cached by filter. Totals for one user or a search are not cached: few rows are
 * counted, and the same search is rarely repeated.
 */
export async function cachedTotals<Totals extends object>(
  deps: Deps,
  list: 'payments' | 'purchases',
  { q, userId, status, type, from, to }: PurchaseFilterInput | PaymentFilterInput,
  count: () => Promise<Totals>,
): Promise<Totals> {
  if (q !== '' || userId !== undefined) return count();
  return deps.figures.get(`${list} ${JSON.stringify([status, type, from, to])}`, count);
}

/** Paid and unpaid purchases of all users, newest sale first, at most `limits.listCap`. */
export async function listPurchases(deps: Deps, _actor: AdminActor): Promise<AdminPurchase[]> {
  const rows = await findPurchasePage(deps.db, purchaseFilterInput.parse({}), [], {
    limit: limits.listCap,
    offset: 0,
    direction: 'desc',
    isFew: false,
  });
  return rows.map(presentAdminPurchase);
}

/** One numbered page of the filtered purchases; `total` counts all that match, and may be cached. */
export async function searchPurchases(
  deps: Deps,
  _actor: AdminActor,
  { page, limit, sort, ...filter }: PurchaseListInput,
): Promise<{ items: AdminPurchase[]; total: number }> {
  const hits = await findWordHits(deps.db, filter.q);
  const count = () => countPurchases(deps.db, filter, hits);
  const { count: total } = await cachedTotals(deps, 'purchases', filter, count);
  const rows = await findPurchasePage(deps.db, filter, hits, {
    limit,
    offset: (page - 1) * limit,
    direction: sort === 'oldest' ? 'asc' : 'desc',
    isFew: total <= fewMatches,
  });
  return { items: rows.map(presentAdminPurchase), total };
}

/** The filtered purchases as CSV. @throws DomainError step_up_required, busy */
export async function exportPurchases(
  deps: Deps,
  actor: AdminActor,
  filter: PurchaseFilterInput,
  metadata: RequestMetadata,
): Promise<CsvFile> {
  return exportList(deps, actor, metadata, 'purchases', filter, (hits) =>
    purchaseExport(deps.db, filter, hits),
  );
}

/** The CSV of a filtered list. @throws DomainError step_up_required, busy */
export async function exportList(
  deps: Deps,
  actor: AdminActor,
  metadata: RequestMetadata,
  list: 'payments' | 'purchases',
  filter: PurchaseFilterInput | PaymentFilterInput,
  queryFor: (hits: readonly WordHits[]) => Compilable,
): Promise<CsvFile> {
  const open = async () =>
    openCsvFile(deps, queryFor(await findWordHits(deps.db, filter.q)), `${list}-export`);
  return exportTable(deps, actor, metadata, open, {
    action: `${list}.exported`,
    subjectType: list,
    subjectId: filter.userId ?? 'all',
    details: { from: filter.from ?? null, to: filter.to ?? null, status: filter.status },
  });
}
