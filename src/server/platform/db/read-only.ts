import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { readOnlyView } from '../../errors.ts';
import type { Db } from './database.ts';

const writes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);
// A row lock (`for update`) writes nothing.
const rawWrite = /\b(insert\s+into|(?<!for\s+(no\s+key\s+)?)update|delete\s+from|merge\s+into|truncate)\b/i;

/** Searches the complete statement, because a `with` may contain a write. */
function containsWrite(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(containsWrite);
  if (typeof part !== 'object' || part === null) return false;
  const kind: unknown = Reflect.get(part, 'kind');
  if (typeof kind === 'string' && writes.has(kind)) return true;
  const fragments: unknown = Reflect.get(part, 'sqlFragments');
  if (Array.isArray(fragments) && rawWrite.test(fragments.join(' '))) return true;
  return Object.values(part).some(containsWrite);
}

const rejectWrites: KyselyPlugin = {
  transformQuery({ node }): RootOperationNode {
    if (containsWrite(node)) throw readOnlyView();
    return node;
  },
  transformResult: async ({ result }) => result,
};

const readOnlyOf = new WeakMap<Db, Db>();

/**
 * The same database, but statements that insert, update or delete rows are rejected before they are sent. A second
 * safeguard during impersonation: an operation that writes would record the admin's action as the student's.
 */
export function readOnly(db: Db): Db {
  const known = readOnlyOf.get(db) ?? db.withPlugin(rejectWrites);
  readOnlyOf.set(db, known);
  return known;
}
