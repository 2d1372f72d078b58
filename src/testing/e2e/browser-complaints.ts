import type { BrowserContext } from '@playwright/test';

/** Chromium's console message for responses of 400 and above; tests that provoke those expect them. */
const refusedAnswer = /^Failed to load resource: (the server responded with a status|net::ERR_)/;

/**
 * Starts recording content security policy violations, uncaught errors and console errors on every page of the
 * context. Responses with an error status are not recorded.
 */
export async function noteComplaints(context: BrowserContext): Promise<readonly string[]> {
  const complaints: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`against the content security policy: ${effectiveDirective} ${blockedURI}`);
    });
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || refusedAnswer.test(message.text())) return;
    complaints.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    complaints.push(`${error.page()?.url()}: ${error.error().message}`);
  });
  return complaints;
}
