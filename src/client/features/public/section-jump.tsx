import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { scrollToSection } from '../../lib/scroll-to-section.ts';

export type SectionJumpProps = {
  section: 'training' | 'terms-of-sale' | 'community' | 'contact';
  children: ReactNode;
  className?: string;
};

/**
 * A link from one section of the landing page to another. The hash alone would scroll only once, because a second press
 * does not change the URL.
 */
export function SectionJump({ section, children, className }: SectionJumpProps) {
  return (
    <Link
      to="/"
      hash={section}
      activeOptions={{ includeHash: true }}
      resetScroll={false}
      onClick={() => scrollToSection(section)}
      className={className}
    >
      {children}
    </Link>
  );
}
