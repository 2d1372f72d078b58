import { z } from 'zod';
import type { HistoryEntry, UserHistory, UserHistoryInput } from '../../shared/admin/user-history.ts';
import { undoSeconds } from '../../shared/coaching/answers.ts';
import type { AdminActor } from '../actor.ts';
import { deviceLabel } from '../auth/device-label.ts';
import type { Deps } from '../deps.ts';
import { joinedName } from '../platform/db/name-columns.ts';
import { pageOf, unknownPage } from '../platform/db/paging.ts';
import { findHistory, type HistoryPosition, type HistoryRow } from './user-history.queries.ts';

const pageSize = 30;
const cursorSchema = z.tuple([
  z.string().regex(/^\d{4}-\d{2}-\d{2} [\d:.]+\+00$/),
  z.enum([
    'audit',
    'sign_in',
    'consent',
    'case',
    'payment',
    'refund',
    'request',
    'membership',
    'file',
    'message',
    'reply',
    'question',
    'answer',
  ]),
  z.union([z.uuid(), z.string().regex(/^\d{1,19}$/)]),
]);

/** The history of an account, newest first. @throws DomainError invalid_input for a malformed cursor */
export async function getUserHistory(
  deps: Deps,
  _actor: AdminActor,
  { id, cursor }: UserHistoryInput,
): Promise<UserHistory> {
  const after = cursor === undefined ? undefined : readPosition(cursor);
  // A coach can undo an answer for `undoSeconds`. Until then, the answer is not shown.
  const publishedBefore = new Date(deps.now().getTime() - undoSeconds * 1_000);
  const rows = await findHistory(deps.db, id, publishedBefore, after, pageSize + 1);
  const page = pageOf(rows, pageSize, ({ at, source, id: last }) => [at, source, last].join('|'));
  return { ...page, items: page.items.map((row) => presentEntry(row, id)) };
}

function readPosition(cursor: string): HistoryPosition {
  const parsed = cursorSchema.safeParse(cursor.split('|'));
  if (!parsed.success) throw unknownPage();
  const [at, source, id] = parsed.data;
  return { at, source, id };
}

/** The names of the details that are shown. None of these details is a text that the user typed. */
const shown: ReadonlySet<string> = new Set([
  'after',
  'before',
  'count',
  'dueAt',
  'from',
  'method',
  'reasonCode',
  'title',
  'version',
]);

function presentEntry(row: HistoryRow, userId: string): HistoryEntry {
  return {
    key: `${row.source}-${row.id}`,
    at: row.happened_at,
    action: row.action,
    byName: row.actor_id === null || row.actor_id === userId ? null : joinedName(row, 'actor'),
    amountCents: row.amount_cents,
    note: row.note,
    details: Object.fromEntries(
      Object.entries(row.details)
        .filter(([name, value]) => shown.has(name) && value !== null)
        .map(([name, value]) => [name, String(value)]),
    ),
    paymentId: row.payment_id,
    caseId: row.case_id,
    messageId: row.message_id,
    device: row.source === 'sign_in' ? deviceLabel(row.user_agent) : null,
    address: row.ip,
  };
}
