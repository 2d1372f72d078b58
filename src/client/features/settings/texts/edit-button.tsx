import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

export type EditButtonProps = { isPressed: boolean; onPress: () => void; children: ReactNode };

/** A fixed button at the lower left of a page that an admin may edit, above any bar at the bottom. */
export function EditButton({ isPressed, onPress, children }: EditButtonProps) {
  return (
    <div className="fixed bottom-[calc(1rem+var(--bottom-bar,0px)+var(--page-actions,0px))] left-4 z-30 print:hidden">
      <Button
        variant={isPressed ? 'primary' : 'secondary'}
        aria-pressed={isPressed}
        onClick={onPress}
        className="shadow-float"
      >
        {children}
      </Button>
    </div>
  );
}
