import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Page } from '../../../shared/paging.ts';
import { DomainError } from '../../errors.ts';

/**
 * One page of rows that were read with a limit of `size` + 1, where an extra row means that more follow.
 * @param cursorOf - returns the cursor of the page after this row
 */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > size && last !== undefined ? cursorOf(last) : null };
}

/** @returns DomainError invalid_input, for a cursor that no previous page returned */
export function unknownPage(): DomainError {
  return new DomainError('invalid_input', 'This page of the list is not known. Start from the first.');
}

/** Cursors that are the id of a row. @throws DomainError invalid_input */
export const readCursor = {
  integer: (cursor: string | undefined) => read(z.coerce.number().int().nonnegative(), cursor),
  uuid: (cursor: string | undefined) => read(z.uuid(), cursor),
};

function read<Value>(schema: z.ZodType<Value>, cursor: string | undefined): Value | undefined {
  if (cursor === undefined) return undefined;
  const parsed = schema.safeParse(cursor);
  if (!parsed.success) throw unknownPage();
  return parsed.data;
}

/** The last row of a page in a list by time: its time in full precision, as Postgres prints it, and its id. */
export type TimePosition = { at: string; id: string };

/**
 * SQL for whether a row comes after the last one of the previous page, in a list that is sorted by these two columns;
 * true on the first page.
 * @param direction - `<` for a list with the newest first
 */
export function isBehind(
  columns: { at: string; id: string },
  direction: '<' | '>',
  after: TimePosition | undefined,
): RawBuilder<boolean> {
  if (after === undefined) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(columns.at)}, ${sql.ref(columns.id)}) ${sql.raw(direction)}
    (${after.at}::timestamptz, ${after.id}::uuid)`;
}

/** Cursors that are a time and an id. `write` takes rows with `sorted_at`; `read` throws DomainError invalid_input. */
export const timeCursor = {
  write: ({ sorted_at, id }: { sorted_at: string; id: string }) => `${sorted_at}|${id}`,
  read(cursor: string | undefined): TimePosition | undefined {
    if (cursor === undefined) return undefined;
    const match = /^([\d :.+-]{10,40})\|([0-9a-f-]{36})$/.exec(cursor);
    if (!match?.[1] || !match[2]) throw unknownPage();
    return { at: match[1], id: match[2] };
  },
};

/** The last row of a page in a list with open rows first. */
export type OpenFirstPosition = TimePosition & { isOpen: boolean };

/**
 * SQL for whether a row comes after the last one of the previous page, in a list with open rows first, each group
 * newest first; true on the first page.
 * @param isOpen - SQL for whether a row is open
 */
export function isBehindOpenFirst(
  isOpen: RawBuilder<boolean>,
  after: OpenFirstPosition | undefined,
): RawBuilder<boolean> {
  if (after === undefined) return sql<boolean>`true`;
  return sql<boolean>`(${isOpen}, created_at, id) < (${after.isOpen}::boolean, ${after.at}::timestamptz, ${after.id})`;
}

/**
 * Cursors for `isBehindOpenFirst`. They contain whether the row was open, so that the next page continues with open
 * rows even if this row is no longer open. `write` takes rows with `is_open` and `sorted_at`; `read` throws DomainError
 * invalid_input.
 */
export const openFirstCursor = {
  write: ({ is_open, sorted_at, id }: { is_open: boolean; sorted_at: string; id: string }) =>
    `${is_open}|${sorted_at}|${id}`,
  read(cursor: string | undefined): OpenFirstPosition | undefined {
    if (cursor === undefined) return undefined;
    const match = /^(true|false)\|([\d :.+-]{10,40})\|([\w-]{1,110})$/.exec(cursor);
    if (!match?.[1] || !match[2] || !match[3]) throw unknownPage();
    return { isOpen: match[1] === 'true', at: match[2], id: match[3] };
  },
};
