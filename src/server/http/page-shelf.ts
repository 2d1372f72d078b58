export type PageShelf<Page> = {
  get(address: string): Page | undefined;
  put(address: string, page: Page): void;
};

/** Keeps the pages that were asked for last, so that those asked for most never leave. */
export function createPageShelf<Page>(most: number): PageShelf<Page> {
  const pages = new Map<string, Page>();
  const put = (address: string, page: Page) => {
    pages.delete(address);
    pages.set(address, page);
    const oldest = pages.keys().next();
    if (pages.size > most && !oldest.done) pages.delete(oldest.value);
  };
  return {
    get(address) {
      const page = pages.get(address);
      if (page !== undefined) put(address, page);
      return page;
    },
    put,
  };
}
