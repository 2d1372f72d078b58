import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productSlug } from './product-slug.ts';

describe('productSlug', () => {
  it.each([
    ['River Bluffs: Part 2', 'river-bluffs-part-2'],
    ['  Prélude à la Révérence  ', 'prelude-a-la-reverence'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a"; filename="x.exe', 'a-filename-x-exe'],
    ['扑克', 'pdf-7'],
    ['♠♥', 'pdf-7'],
  ])('the slug of %j is %s', (title, slug) => {
    expect(productSlug({ title, type: 'pdf', productNumber: 7 })).toBe(slug);
  });

  it('a slug is always a short, safe name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const slug = productSlug({ title, type: 'session', productNumber: 3 });
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(80);
      }),
    );
  });
});
