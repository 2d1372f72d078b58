import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';

/**
 * A button that opens a panel of links (the disclosure pattern of the ARIA Authoring Practices, which suits site
 * navigation better than `role="menu"`). Escape closes the panel, and focuses the button if the focus was inside.
 * Pressing or focusing something outside of the button and the panel also closes the panel. Spread `buttonProps` on the
 * button, `panelProps` on the panel, and `containerProps` on the element that contains the button and the panel.
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
    // On the document, because `show` opens the panel while the focus is elsewhere.
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      setOpen(false);
      if (container.current?.contains(document.activeElement)) button.current?.focus();
    }
    document.addEventListener('pointerdown', handlePointerDown);
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      document.removeEventListener('pointerdown', handlePointerDown);
      document.removeEventListener('keydown', handleKeyDown);
    };
  }, [open]);

  function handleBlur(event: FocusEvent<HTMLElement>) {
    const next = event.relatedTarget;
    if (next instanceof Node && !event.currentTarget.contains(next)) setOpen(false);
  }

  return {
    open,
    show: () => setOpen(true),
    close: () => setOpen(false),
    containerProps: { ref: container, onBlur: handleBlur },
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
