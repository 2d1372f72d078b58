import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { timing } from '../lib/timing.ts';

/** Put once around the part of a page that has tooltips: after the first one its neighbours open sooner. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={timing.tooltipOpenDelay} skipDelayDuration={timing.tooltipSkipDelay}>
      {children}
    </Radix.Provider>
  );
}

export type TooltipProps = {
  /** A short remark; never the only place where something is said. */
  text: string;
  /** One focusable element that takes a ref. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
};

/** Works inside a `TooltipGroup`. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-70 animate-rise rounded-control bg-text px-3 py-1.5 text-sm text-bg shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
