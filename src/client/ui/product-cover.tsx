import { classNames } from './class-names.ts';
import { RangeGrid } from './range-grid.tsx';

export type ProductCoverProps = {
  /** What the number counts: PDFs, sessions and coaching plans each start at 1. */
  kind: 'PDF' | 'Session' | 'Plan';
  /** The number that is printed, and drawn as a range. */
  number: number;
  /** Draws another picture than the printed number's: sessions and PDFs of equal number should differ. */
  seed?: number;
  /** Grey, for what is not there yet. */
  empty?: boolean;
  className?: string;
};

/** The seed of a coaching plan's cover: unlike that of the product of the same number. */
export function planCoverSeed(pdfNumber: number): number {
  return 1_000 + pdfNumber;
}

/** The strip on top of a product's or plan's card. The title below names it, so that the strip is decoration. */
export function ProductCover({ kind, number, seed = number, empty = false, className }: ProductCoverProps) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'flex items-end justify-between gap-4 rounded-t-card bg-sunken p-4 text-subtle',
        className,
      )}
    >
      <RangeGrid number={seed} variant={empty ? 'empty' : 'range'} className="w-24 sm:w-26" />
      <span className="text-right font-mono tabular">
        <span className="block text-xs">{kind}</span>
        <span className="block text-3xl font-light">{String(number).padStart(2, '0')}</span>
      </span>
    </div>
  );
}
