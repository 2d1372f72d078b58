import type { BrowserContext } from '@playwright/test';

/** Chromium's console message for error responses and failed requests, which some tests cause on purpose. */
const failedRequest = /^Failed to load resource: (the server responded with a status|net::ERR_)/;

/**
 * Starts recording content security policy violations, uncaught errors and console errors on every page of the
 * context. Failed requests are not recorded.
 */
export async function recordConsoleErrors(context: BrowserContext): Promise<readonly string[]> {
  const complaints: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`content security policy violation: ${effectiveDirective} ${blockedURI}`);
    });
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || failedRequest.test(message.text())) return;
    complaints.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    complaints.push(`${error.page()?.url()}: ${error.error().message}`);
  });
  return complaints;
}
