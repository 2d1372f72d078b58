import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

export type ResultLayoutProps = {
  title: string;
  lead?: ReactNode;
  /**
   * The academy's emblem, a grid of starting hands: full for success, half and pulsing while waiting, empty for any
   * other outcome.
   */
  picture: 'done' | 'waiting' | 'empty';
  children?: ReactNode;
  /** Buttons. The one that most users need is the first. */
  actions?: ReactNode;
};

export function ResultLayout({ title, lead, picture, children, actions }: ResultLayoutProps) {
  const { academyName } = useSiteSettings();
  return (
    <Page width="medium">
      <p className="mb-6 hidden font-semibold print:block">{academyName}</p>
      <ResultPicture picture={picture} />
      <h1 tabIndex={-1} className="mt-6 text-2xl font-bold sm:text-3xl">
        {title}
      </h1>
      {lead && <p className="mt-2 measure text-lg text-muted">{lead}</p>}
      {children && <div className="mt-8 flex flex-col gap-8">{children}</div>}
      {actions && (
        <div
          data-result-actions
          className="mt-8 flex flex-col gap-2 print:hidden *:w-full sm:flex-row sm:flex-wrap sm:*:w-auto"
        >
          {actions}
        </div>
      )}
    </Page>
  );
}

function ResultPicture({ picture }: { picture: ResultLayoutProps['picture'] }) {
  if (picture === 'waiting')
    return <RangeGrid variant="progress" ratio={0.5} className="w-20 animate-pulse" />;
  if (picture === 'empty') return <RangeGrid variant="empty" className="w-20" />;
  return <RangeGrid variant="progress" ratio={1} className="w-20" />;
}
