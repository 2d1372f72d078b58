import { limits } from '../../../shared/limits.ts';
import type { PurchaseListInput } from '../../../shared/list-pages.ts';
import type { AdminPurchase } from '../../../shared/payments/payments.ts';
import type { PurchaseFilterInput } from '../../../shared/payments/purchase-list.ts';
import { exportTable } from '../../access/export-table.operations.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { type CsvFile, openCsvFile } from '../../platform/db/csv-file.ts';
import { countPurchases, findPurchasePage, findWordHits, purchaseExport } from './purchase-list.queries.ts';
import { presentAdminPurchase } from './purchases.present.ts';
import { findPurchasesForAdmin } from './purchases.queries.ts';

/** Up to this many matches, sorting them is faster than scanning the list in order. */
const fewPurchases = 5_000;

/** The purchases of all users, including unpaid ones, newest first, at most 1,000. */
export async function listPurchases(deps: Deps, _actor: AdminActor): Promise<AdminPurchase[]> {
  const rows = await findPurchasesForAdmin(deps.db, limits.listCap);
  return rows.map(presentAdminPurchase);
}

/** One numbered page of the filtered purchases; `total` counts all that match, and may be cached. */
export async function searchPurchases(
  deps: Deps,
  _actor: AdminActor,
  { page, limit, sort, ...filter }: PurchaseListInput,
): Promise<{ items: AdminPurchase[]; total: number }> {
  const hits = await findWordHits(deps.db, filter.q);
  const { q, userId, status, type, from, to } = filter;
  const count = () => countPurchases(deps.db, filter, hits);
  // Not cached for one user or a search: counting is cheap there, and the same search rarely recurs.
  const isCached = q === '' && userId === undefined;
  const key = `purchases ${JSON.stringify([status, type, from, to])}`;
  const { count: total } = await (isCached ? deps.figures.get(key, count) : count());
  const rows = await findPurchasePage(deps.db, filter, hits, {
    limit,
    offset: (page - 1) * limit,
    direction: sort === 'oldest' ? 'asc' : 'desc',
    isFew: total <= fewPurchases,
  });
  return { items: rows.map(presentAdminPurchase), total };
}

/** The filtered purchases as CSV. @throws DomainError step_up_required, busy */
export async function exportPurchases(
  deps: Deps,
  actor: AdminActor,
  filter: PurchaseFilterInput,
  origin: Origin,
): Promise<CsvFile> {
  const open = async () => {
    const query = purchaseExport(deps.db, filter, await findWordHits(deps.db, filter.q));
    return openCsvFile(deps, query, 'purchases-export');
  };
  return exportTable(deps, actor, origin, open, {
    action: 'purchases.exported',
    subjectType: 'purchases',
    subjectId: filter.userId ?? 'all',
    details: { from: filter.from ?? null, to: filter.to ?? null, status: filter.status },
  });
}
