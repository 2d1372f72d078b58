const maxLength = 80;

/**
 * The descriptive part of a file name: `River Bluffs: Part 2` → `river-bluffs-part-2`. Only letters a-z, digits and
 * hyphens, so that it is safe in a header (RFC 6266) and on all file systems. If the title has no such letter or digit,
 * the result is the type and the number, such as `pdf-7`.
 */
export function productSlug(product: { title: string; type: string; productNumber: number }): string {
  const slug = product.title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? `${product.type}-${product.productNumber}` : slug;
}
