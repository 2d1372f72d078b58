import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Html } from './escape-html.ts';
import { hostedPageStyles } from './hosted-page-styles.ts';
import { readBody } from './read-body.ts';

const maxBodyBytes = 16 * 1024;
const stylesHash = createHash('sha256').update(hostedPageStyles).digest('base64');

function originOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).origin : '';
}

/** Sends a page. Its forms may submit to the sandbox, and redirect to the origins of `formTargets`. */
export function sendHtml(
  response: ServerResponse,
  page: Html,
  status = 200,
  formTargets: readonly (string | null)[] = [],
): void {
  // Chromium also applies form-action to the redirect after a form submission, so `formTargets` are listed, too.
  const targets = ["'self'", ...formTargets.map(originOf)];
  const body = page.text.replace('<style>STYLES</style>', () => `<style>${hostedPageStyles}</style>`);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${stylesHash}'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action ${targets.filter(Boolean).join(' ')}`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'content-length': 0 });
  response.end();
}

export function pathOf(incoming: IncomingMessage): string {
  return (incoming.url ?? '/').split('?')[0] ?? '/';
}

/** The fields of a submitted form; none when it is too large. */
export async function readForm(incoming: IncomingMessage): Promise<URLSearchParams> {
  const body = await readBody(incoming, maxBodyBytes);
  return new URLSearchParams(body?.toString('utf8'));
}

/** Whether another site's page submitted this form, as reported by the browser. */
export function isCrossSite(incoming: IncomingMessage): boolean {
  const site = incoming.headers['sec-fetch-site'];
  return incoming.method === 'POST' && site !== undefined && site !== 'same-origin' && site !== 'none';
}
