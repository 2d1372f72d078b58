import { RangeGrid } from './range-grid.tsx';

export type ProductThumbProps = {
  seed: number;
  /** The owner's picture, which replaces the drawn range. */
  coverUrl: string | null;
  /** Gray, for a product that nobody can buy. */
  empty?: boolean;
};

/** A product's cover in the size of a list row. Decorative, because the title beside it names the product. */
export function ProductThumb({ seed, coverUrl, empty = false }: ProductThumbProps) {
  return (
    <span
      aria-hidden="true"
      className="flex h-10 w-16 shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken"
    >
      {coverUrl === null ? (
        <RangeGrid number={seed} variant={empty ? 'empty' : 'range'} className="w-8" />
      ) : (
        <img src={coverUrl} alt="" loading="lazy" className="size-full object-cover" />
      )}
    </span>
  );
}
