import { expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

it('runs at most `limit` tasks at a time, even after failures', async () => {
  const limiter = createLimiter(2);
  let running = 0;
  let peak = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      limiter.run(async () => {
        running += 1;
        peak = Math.max(peak, running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        if (index % 3 === 0) throw new Error('failed');
        return index;
      }),
    ),
  );
  expect(peak).toBe(2);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
});
