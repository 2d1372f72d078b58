import { RangeGrid } from './range-grid.tsx';

/** A product's cover in the size of a list row. Decorative, because the title beside it names the product. */
export function ProductThumb({ seed, empty = false }: { seed: number; empty?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-10 w-16 shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken"
    >
      <RangeGrid number={seed} variant={empty ? 'empty' : 'range'} className="w-8" />
    </span>
  );
}
