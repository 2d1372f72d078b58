import type { Page, Route } from '@playwright/test';

type CallError = { status: number; code: string; message?: string };
type BatchEntry = { result?: { data: unknown }; error?: unknown };

const patternOf = (procedure: string) =>
  new RegExp(`/trpc/(?:[^?]*,)?${procedure.replaceAll('.', '\\.')}(?:[,?]|$)`);

/** The procedures of one batched request, in order. */
function namesOf(route: Route): string[] {
  return decodeURIComponent(new URL(route.request().url()).pathname.slice('/trpc/'.length)).split(',');
}

/**
 * Makes a procedure fail in this page, with an error in the server's format. A batch with other calls reaches the
 * server, and only the entry of this procedure is replaced. A request with only this procedure does not reach the
 * server.
 * @returns a function that restores the procedure
 */
export async function failCalls(
  page: Page,
  procedure: string,
  { status, code, message = 'Rejected' }: CallError,
): Promise<() => Promise<void>> {
  const data = { message, code, httpStatus: status, requestId: 'request-of-a-test' };
  const failure: BatchEntry = { error: { message, code: -32_600, data } };
  return replaceEntries(page, procedure, status, () => failure);
}

/** Replaces the response of a procedure with `data`. @returns a function that restores the procedure */
export function fulfillCalls(page: Page, procedure: string, data: unknown): Promise<() => Promise<void>> {
  return replaceEntries(page, procedure, 200, () => ({ result: { data } }));
}

async function replaceEntries(
  page: Page,
  procedure: string,
  status: number,
  entryOf: () => BatchEntry,
): Promise<() => Promise<void>> {
  const handle = async (route: Route) => {
    const names = namesOf(route);
    if (names.every((name) => name === procedure)) {
      await route.fulfill({ status, json: names.map(entryOf) });
      return;
    }
    const real = await route.fetch();
    const entries: BatchEntry[] = await real.json();
    await route.fulfill({
      status: 207,
      json: entries.map((entry, index) => (names[index] === procedure ? entryOf() : entry)),
    });
  };
  const pattern = patternOf(procedure);
  await page.route(pattern, handle);
  return () => page.unroute(pattern, handle);
}
