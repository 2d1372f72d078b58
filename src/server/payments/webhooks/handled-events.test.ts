import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { handledEventTypes } from './webhook.operations.ts';

it('docs/production.md lists exactly the handled events', () => {
  const page = readFileSync(new URL('../../../../docs/production.md', import.meta.url), 'utf8');
  const named =
    page.match(/`(checkout|customer|subscription_schedule|invoice|charge|refund|radar)\.[a-z_.]+`/g) ?? [];
  expect(named.map((name) => name.replaceAll('`', '')).sort()).toEqual([...handledEventTypes].sort());
});
