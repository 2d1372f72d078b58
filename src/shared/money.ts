const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `1999` → `$19.99`. */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}
