import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { handledEventTypes } from './webhook.operations.ts';

it('the README names exactly the events that are handled, for who sets the endpoint up', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  const named =
    readme.match(/`(checkout|customer|subscription_schedule|invoice|charge|refund|radar)\.[a-z_.]+`/g) ?? [];
  expect(named.map((name) => name.replaceAll('`', '')).sort()).toEqual([...handledEventTypes].sort());
});
