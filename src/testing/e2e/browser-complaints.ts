import type { BrowserContext } from '@playwright/test';

/** How Chromium notes an answer of 400 and above; tests that provoke those expect them. */
const refusedAnswer = /^Failed to load resource: (the server responded with a status|net::ERR_)/;

/**
 * From now on notes what the browser refuses by the content security policy, errors that no script
 * caught, and error lines of the console, on every page of the context. An answer of an error status is none of them.
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
