import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/**
 * A button that opens a panel of links (the disclosure pattern of the ARIA Authoring Practices, which suits site
 * navigation better than `role="menu"`). Escape closes the panel and focuses the button. Pressing or focusing something
 * outside of the button and the panel also closes the panel. Spread `containerProps` on the element around both,
 * `buttonProps` on the button, and `panelProps` on the panel.
 */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useEffect(() => {
    if (!open) return;
    function handlePointerDown(event: PointerEvent) {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpen(false);
    }
    document.addEventListener('pointerdown', handlePointerDown);
    return () => document.removeEventListener('pointerdown', handlePointerDown);
  }, [open]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  }

  function handleBlur(event: FocusEvent<HTMLElement>) {
    const next = event.relatedTarget;
    if (next instanceof Node && !event.currentTarget.contains(next)) setOpen(false);
  }

  return {
    open,
    show: () => setOpen(true),
    close: () => setOpen(false),
    containerProps: { ref: container, onKeyDown: handleKeyDown, onBlur: handleBlur },
    buttonProps: {
      ref: button,
      type: 'button',
      'aria-expanded': open,
      'aria-controls': panelId,
      onClick: () => setOpen(!open),
    },
    panelProps: { id: panelId, hidden: !open },
  } as const;
}
