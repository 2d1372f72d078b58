import { useMemo } from 'react';
import { coverRange } from '../../shared/poker/cover-range.ts';
import { startingHandCount } from '../../shared/poker/starting-hands.ts';
import { classNames } from './class-names.ts';
import { type CellLevel, cellLevels, logoCells, progressCells } from './range-cells.ts';

const pitch = 10;
const side = 8;
/** Width of the line around a cell's inner square. Its round joins make the corners. */
const line = 3;

/** Draws all cells of a level as one path. A path for each cell would add up to 169 nodes to the page for each grid. */
function cellPath(levels: readonly CellLevel[], level: number, columns: number): string {
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
  /** Determines which range is drawn, for example a product's id. Equal seeds give equal grids. */
  seed?: number;
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
  seed = 1,
  variant = 'range',
  ratio = 0,
  size = 'full',
  label,
  className,
}: RangeGridProps) {
  const columns = size === 'logo' ? 5 : 13;
  const paths = useMemo(() => {
    const levels = levelsOf({ seed, variant, ratio, size });
    return [0, 1, 2].map((level) => cellPath(levels, level, columns));
  }, [seed, variant, ratio, size, columns]);
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
      <path d={paths[0]} className="fill-border stroke-border" />
      <path d={paths[1]} className="fill-grid-mixed stroke-grid-mixed" />
      <path d={paths[2]} className="fill-primary stroke-primary" />
    </svg>
  );
}

type Drawn = Required<Pick<RangeGridProps, 'seed' | 'variant' | 'ratio' | 'size'>>;

function levelsOf({ seed, variant, ratio, size }: Drawn): readonly CellLevel[] {
  if (variant === 'empty') return new Array<CellLevel>(startingHandCount).fill(0);
  if (size === 'logo') return logoCells;
  return variant === 'progress' ? progressCells(ratio) : cellLevels(coverRange(seed));
}
