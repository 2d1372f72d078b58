import type { ReactNode } from 'react';
import { Button, type ButtonSize, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

export type ExternalButtonProps = {
  /** The URL from the settings; empty if none is set. */
  href: string | null | undefined;
  /** Shown beside the label while there is no URL. */
  whileUnset: 'Coming soon' | 'Opening soon';
  children: ReactNode;
  size?: ButtonSize;
  className?: string;
};

/** Opens an external site in a new tab, or is disabled with a label if there is no URL yet. */
export function ExternalButton({
  href,
  whileUnset,
  children,
  size = 'medium',
  className,
}: ExternalButtonProps) {
  // Only an http or https URL becomes a link, whatever the setting contains.
  if (!href || !/^https?:\/\//i.test(href)) {
    return (
      <Button variant="secondary" size={size} disabled className={className}>
        {children} <span className="text-sm font-normal">{whileUnset}</span>
      </Button>
    );
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(buttonClass('secondary', size), className)}
    >
      {children}
      <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 shrink-0">
        <path
          d="M4.5 2H2v8h8V7.5M7 1.5h3.5V5M10.2 1.8 5.5 6.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
