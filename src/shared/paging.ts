import { z } from 'zod';

/** `nextCursor` of the page before; the first page has none. */
export const cursorInput = z.string().max(400, 'Unknown page').optional();

/** One page of a list. `nextCursor` is opaque, and null on the last page. */
export const pageView = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export type Page<Item> = { items: Item[]; nextCursor: string | null };
