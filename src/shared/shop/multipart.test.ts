import { describe, expect, it } from 'vitest';
import { uploadRules } from '../limits.ts';
import { multipartRules, partPlan, partSize } from './multipart.ts';

const mebibyte = 1024 * 1024;

describe('file parts', () => {
  it('a part has 5 MiB, or one 10,000th of the file size if that is more', () => {
    expect(partPlan(150 * mebibyte)).toEqual({ partBytes: 5 * mebibyte, partCount: 30 });
    expect(partPlan(uploadRules.session_video.maxBytes).partBytes).toBe(5 * mebibyte);
    expect(partPlan(60_000 * mebibyte)).toEqual({ partBytes: 6 * mebibyte, partCount: 10_000 });
  });

  it.each([1, 5 * mebibyte - 1, 5 * mebibyte, 5 * mebibyte + 1, 2 ** 31, 60_000 * mebibyte + 7])(
    'a file of %i bytes is divided into equal parts and a last part with the remaining bytes',
    (size) => {
      const plan = partPlan(size);
      expect(plan.partCount).toBeLessThanOrEqual(multipartRules.maxParts);
      let total = 0;
      for (let number = 1; number <= plan.partCount; number += 1) {
        const part = partSize(plan, size, number) ?? 0;
        expect(part).toBeGreaterThan(0);
        if (number < plan.partCount) expect(part).toBe(plan.partBytes);
        total += part;
      }
      expect(total).toBe(size);
      for (const none of [0, -1, 1.5, plan.partCount + 1, Number.NaN]) {
        expect(partSize(plan, size, none)).toBeUndefined();
      }
    },
  );
});
