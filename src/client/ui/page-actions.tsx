import type { ReactNode } from 'react';

/**
 * The main actions of a page, two or three. On phones they are in a bar at the bottom edge, always in reach. On the
 * narrowest screens, their labels wrap.
 */
export function PageActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-page-actions
      className="flex flex-wrap gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[var(--bottom-bar,0px)] max-sm:z-20 max-sm:grid max-sm:auto-cols-fr max-sm:grid-flow-col max-sm:*:px-2 max-[23rem]:*:py-0.5 max-[23rem]:*:text-sm/tight max-[23rem]:*:whitespace-normal max-sm:border-t max-sm:border-border max-sm:bg-bg max-sm:px-4 max-sm:py-2 [@media(max-height:20rem)]:static [@media(max-height:20rem)]:border-0 [@media(max-height:20rem)]:bg-transparent [@media(max-height:20rem)]:p-0 print:hidden"
    >
      {children}
    </div>
  );
}
