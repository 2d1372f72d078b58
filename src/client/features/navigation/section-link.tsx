import { Link, useRouterState } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { scrollToSection } from '../../lib/scroll-to-section.ts';

type LandingSection = 'home' | 'demo' | 'training' | 'terms-of-sale' | 'community' | 'contact';

export type SectionLinkProps = {
  section: LandingSection;
  children: ReactNode;
  className?: string;
  onChoose?: () => void;
};

/**
 * A link to a section of the landing page. If that page is open, it scrolls there on each click: the hash alone would
 * scroll only once, because a second click does not change the URL.
 */
export function SectionLink({ section, children, className, onChoose }: SectionLinkProps) {
  const isOpen = useRouterState({ select: (state) => state.location.pathname === '/' });

  function handleClick(event: MouseEvent) {
    onChoose?.();
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isOpen && !opensElsewhere) scrollToSection(section);
  }

  return (
    <Link
      to="/"
      hash={section}
      activeOptions={{ includeHash: true }}
      resetScroll={!isOpen}
      className={className}
      onClick={handleClick}
    >
      {children}
    </Link>
  );
}
