import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { opensElsewhere } from '../../lib/opens-elsewhere.ts';
import { scrollToSection } from '../../lib/scroll-to-section.ts';

type LandingSection = 'home' | 'demo' | 'training' | 'terms-of-sale' | 'community' | 'contact';

export type SectionLinkProps = {
  section: LandingSection;
  children: ReactNode;
  className?: string;
  onChoose?: () => void;
};

/**
 * A link to a section of the landing page. If that page is open, each click scrolls to the section. The hash alone
 * would scroll only on the first click, because a second click does not change the URL.
 */
export function SectionLink({ section, children, className, onChoose }: SectionLinkProps) {
  const isOpen = useRouterState({ select: (state) => state.location.pathname === '/' });
  const navigate = useNavigate();

  async function handleClick(event: MouseEvent) {
    onChoose?.();
    if (!isOpen || opensElsewhere(event)) return;
    event.preventDefault();
    // The router stores the scroll position for Back when it navigates, so the page scrolls only afterwards.
    await navigate({ to: '/', hash: section, resetScroll: false });
    scrollToSection(section);
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
