import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const widths = { narrow: 'max-w-xl', medium: 'max-w-3xl', wide: 'max-w-6xl', full: 'max-w-[88rem]' };

export type PageProps = {
  children: ReactNode;
  /** `narrow` for a form, `medium` for reading, `wide` for cards and tables, `full` for a page with a sidebar. */
  width?: keyof typeof widths;
  className?: string;
};

export function Page({ children, width = 'wide', className }: PageProps) {
  return (
    <div
      // The navigation bar and the footer take the same width.
      data-full-width={width === 'full' || undefined}
      className={classNames('mx-auto w-full px-4 py-8 sm:px-6 sm:py-12', widths[width], className)}
    >
      {children}
    </div>
  );
}

export type PageHeaderProps = {
  title: ReactNode;
  lead?: ReactNode;
  /** Buttons or badges beside the title. */
  aside?: ReactNode;
  className?: string;
};

export function PageHeader({ title, lead, aside, className }: PageHeaderProps) {
  return (
    <header
      className={classNames('mb-8 flex flex-wrap items-start justify-between gap-x-8 gap-y-4', className)}
    >
      <div className="min-w-0">
        <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
        {lead && <p className="mt-2 measure text-lg text-muted">{lead}</p>}
      </div>
      {aside && <div className="flex flex-wrap items-center gap-2">{aside}</div>}
    </header>
  );
}

export type SectionProps = {
  title: ReactNode;
  note?: ReactNode;
  /** Places the note below the title, so that the headings of adjacent sections have the same height. */
  noteBelow?: boolean;
  children: ReactNode;
  className?: string;
};

/** A part of a page with its own heading. `note` is small text beside the heading, such as a price range or a count. */
export function Section({ title, note, noteBelow = false, children, className }: SectionProps) {
  return (
    <section className={classNames('mt-12 first:mt-0', className)}>
      <div className={classNames('mb-4 flex', noteBelow ? 'flex-col' : 'flex-wrap items-baseline gap-x-3')}>
        <h2 className="text-xl font-semibold">{title}</h2>
        {note && <p className="text-sm text-muted tabular">{note}</p>}
      </div>
      {children}
    </section>
  );
}
