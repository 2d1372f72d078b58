import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'li';
  /** False leaves the padding to the children (covers, tables). */
  padded?: boolean;
  /** Lifts on hover, for cards that are one link. */
  interactive?: boolean;
};

/** A bordered surface. Do not nest cards. */
export function Card({ as: Tag = 'div', padded = true, interactive = false, className, ...rest }: CardProps) {
  const Element = Tag as 'div';
  return (
    <Element
      {...rest}
      className={classNames(
        'relative min-w-0 rounded-card border border-border bg-surface',
        padded && 'p-4 sm:p-6',
        interactive &&
          'transition-[border-color,box-shadow] focus-within:border-control hover:border-control hover:shadow-float',
        className,
      )}
    />
  );
}
