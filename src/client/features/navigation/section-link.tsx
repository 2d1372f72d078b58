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

/** A link to a section of the landing page, which scrolls there if that page is open. */
export function SectionLink({ section, children, className, onChoose }: SectionLinkProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });

  function handleClick(event: MouseEvent) {
    onChoose?.();
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (path === '/' && !opensElsewhere && scrollToSection(section)) event.preventDefault();
  }

  return (
    <Link
      to="/"
      hash={section}
      activeOptions={{ includeHash: true }}
      className={className}
      onClick={handleClick}
    >
      {children}
    </Link>
  );
}
