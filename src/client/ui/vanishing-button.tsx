import { useRef } from 'react';
import { useFocusAfterRemoval } from '../lib/use-focus-after-removal.ts';
import { Button, type ButtonProps } from './button.tsx';

export type VanishingButtonProps = ButtonProps & {
  /** Moves the focus when the button is gone; by default, to the heading of the section around it. */
  focusNext?: () => void;
};

/** A button that its own action removes from the page, such as “Show all” or “Log out” beside a device. */
export function VanishingButton({ focusNext, ...button }: VanishingButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useFocusAfterRemoval(ref, focusNext);
  return <Button {...button} ref={ref} />;
}
