import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isTest, sourcesBelow } from '../../../testing/sources.ts';

/** The endpoint of a resource of the SDK: for `billingPortal.sessions`, `/v1/billing_portal/sessions`. */
const endpointOf = (resource: string) =>
  `/v1/${resource.replaceAll('.', '/').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** All of Stripe's endpoints that the server calls, and those to which it writes. */
function calledEndpoints(): { all: Set<string>; written: Set<string> } {
  const all = new Set<string>();
  const written = new Set<string>();
  for (const { file, text } of sourcesBelow('src/server')) {
    if (isTest(file)) continue;
    for (const [, resource = '', method] of text.matchAll(/\bstripe\.((?:\w+\.)*\w+)\.(\w+)\(/g)) {
      // Verifies a signature, without a call.
      if (resource === 'webhooks') continue;
      all.add(endpointOf(resource));
      if (method !== 'retrieve' && method !== 'list') written.add(endpointOf(resource));
    }
  }
  return { all, written };
}

it('docs/production.md lists the permissions for exactly the endpoints of Stripe that the server calls', () => {
  const page = readFileSync(new URL('../../../../docs/production.md', import.meta.url), 'utf8');
  const { all, written } = calledEndpoints();
  const listed: string[] = [];
  for (const [, access, cell = ''] of page.matchAll(/^\|[^|\n]+\| (Read|Write) \|([^|\n]+)\|$/gm)) {
    const endpoints = [...cell.matchAll(/`([^`]+)`/g)].map(([, endpoint = '']) => endpoint);
    if (endpoints.length === 0) continue;
    listed.push(...endpoints);
    const needed = endpoints.some((endpoint) => written.has(endpoint)) ? 'Write' : 'Read';
    expect(access, cell).toBe(needed);
  }
  expect(listed.toSorted()).toEqual([...all].toSorted());
});
