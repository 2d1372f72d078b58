import type { TablePart } from './manifest.ts';

export type TableShape = Pick<TablePart, 'name' | 'columns'>;

/** Every table with its writable columns. Kysely's own tables are left out, because a restore runs the migrations. */
export const tableShapesSql = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_migration%'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`;
