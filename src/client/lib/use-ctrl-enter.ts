import { useEffect, useEffectEvent } from 'react';

/** Ctrl (or Command) and Enter, wherever the focus is. Inactive while a dialog is open. */
export function useCtrlEnter(onPress: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (event.defaultPrevented || event.repeat || document.querySelector('[role="dialog"]')) return;
    // Otherwise a focused button or link would be pressed as well.
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
