import type { BrowserContext } from '@playwright/test';

/** Matches Chromium's console messages about error responses and failed requests, which some tests cause on purpose. */
const failedRequest = /^Failed to load resource: (the server responded with a status|net::ERR_)/;

/**
 * Starts recording content security policy violations, uncaught errors and console errors on every page of the
 * context. Failed requests are not recorded.
 */
export async function recordConsoleErrors(context: BrowserContext): Promise<readonly string[]> {
  const consoleErrors: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`content security policy violation: ${effectiveDirective} ${blockedURI}`);
    });
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || failedRequest.test(message.text())) return;
    consoleErrors.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    consoleErrors.push(`${error.page()?.url()}: ${error.error().message}`);
  });
  return consoleErrors;
}
