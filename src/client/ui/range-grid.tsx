import { useMemo } from 'react';
import { coverRange } from '../../shared/poker/cover-range.ts';
import { classNames } from './class-names.ts';
import { type CellLevel, cellLevels, logoCells, progressCells } from './range-cells.ts';

const pitch = 10;
const side = 8;
/** Width of the line around a cell's inner square. Its round joins make the corners. */
const line = 3;

/** One path for all cells of a level: three nodes instead of 169, and as short as a page with many grids needs. */
function cellPath(levels: readonly CellLevel[], level: CellLevel, columns: number): string {
  const edge = side - line;
  let last = { x: 0, y: 0 };
  return levels
    .map((cell, index) => {
      if (cell !== level) return '';
      const next = { x: (index % columns) * pitch, y: Math.floor(index / columns) * pitch };
      const move = `m${next.x - last.x} ${next.y - last.y}h${edge}v${edge}h-${edge}z`;
      last = next;
      return move;
    })
    .join('');
}

export type RangeGridProps = {
  /** The number of the product or plan. Equal numbers give equal grids. */
  number?: number;
  /** `progress` fills `ratio` of the cells, `empty` renders all of them gray. */
  variant?: 'range' | 'empty' | 'progress';
  /** Fraction of completed work, 0…1, for `progress`. */
  ratio?: number;
  /** `logo` renders the 5 × 5 version. */
  size?: 'full' | 'logo';
  /** Accessible name; without it the grid is decorative. */
  label?: string;
  className?: string;
};

/** The academy's range grid. Takes the size of its box: set a width with `className`. */
export function RangeGrid({
  number = 1,
  variant = 'range',
  ratio = 0,
  size = 'full',
  label,
  className,
}: RangeGridProps) {
  const columns = size === 'logo' ? 5 : 13;
  const levels = useMemo<readonly CellLevel[]>(() => {
    if (variant === 'empty') return new Array<CellLevel>(columns * columns).fill(0);
    if (size === 'logo') return logoCells;
    return variant === 'progress' ? progressCells(ratio) : cellLevels(coverRange(number));
  }, [number, variant, ratio, size, columns]);
  const extent = columns * pitch - (pitch - side);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: labeled by `label`, hidden without one
    <svg
      viewBox={`${-line / 2} ${-line / 2} ${extent} ${extent}`}
      strokeWidth={line}
      strokeLinejoin="round"
      className={classNames('block aspect-square', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={cellPath(levels, 0, columns)} className="fill-border stroke-border" />
      <path d={cellPath(levels, 1, columns)} className="fill-grid-mixed stroke-grid-mixed" />
      <path d={cellPath(levels, 2, columns)} className="fill-primary stroke-primary" />
    </svg>
  );
}
