import { z } from 'zod';

/** `nextCursor` of the previous page; omit it for the first page. */
export const cursorInput = z.string().max(400, 'Unknown page').optional();

export const pageInput = z.object({ cursor: cursorInput });

/** A page of a list. `nextCursor` is opaque, and null on the last page. */
export const pageView = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export type Page<Item> = { items: Item[]; nextCursor: string | null };
