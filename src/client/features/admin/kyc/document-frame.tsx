import { FocusTrap, FocusTrapFeatures } from '@headlessui/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

export type FrameAction = { key: string; label: string; run: () => void; disabled?: boolean };

export type DocumentFrameProps = {
  /** Accessible name, such as "Front side of the identity document". */
  description: string;
  actions: readonly FrameAction[];
  /** Shown after the buttons, such as the page number. */
  note?: ReactNode;
  children: ReactNode;
};

const keyNames: Record<string, string> = { '+': 'plus', '-': 'minus' };

/**
 * A frame that shows an image or a PDF page and can fill the window. While something in the frame has the focus, its
 * buttons also have keyboard shortcuts.
 */
export function DocumentFrame({ description, actions, note, children }: DocumentFrameProps) {
  const [enlarged, setEnlarged] = useState(false);
  const allActions: FrameAction[] = [
    ...actions,
    { key: 'f', label: enlarged ? 'Back to the page' : 'Fill the window', run: () => setEnlarged(!enlarged) },
  ];

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = shortcutKey(event);
    const pressed = typed === '=' ? '+' : typed;
    const action = allActions.find(({ key }) => key === pressed);
    if (!action) return;
    // Outside the frame, R rejects the application. The handler of that shortcut ignores events whose default is
    // prevented.
    event.preventDefault();
    if (!action.disabled) action.run();
  }

  const keys = allActions
    .map(({ key, label }) => `${keyNames[key] ?? key.toUpperCase()}: ${label}`)
    .join(', ');
  return (
    <FocusTrap
      features={enlarged ? FocusTrapFeatures.TabLock | FocusTrapFeatures.FocusLock : FocusTrapFeatures.None}
      {...(enlarged && { role: 'dialog', 'aria-modal': true, 'aria-label': description })}
      onKeyDown={(event: KeyboardEvent) => {
        if (!enlarged || event.key !== 'Escape') return handleKey(event);
        // Prevents Escape from also closing a dialog around the frame.
        event.stopPropagation();
        setEnlarged(false);
      }}
      className={classNames('flex flex-col gap-2', enlarged && 'fixed inset-0 z-50 bg-bg p-3')}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: an image does not need a landmark region */}
      <div
        role="group"
        aria-label={`${description}. Keys ${keys}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className={classNames(
          '[container-type:size] w-full overflow-auto rounded-control border border-border bg-sunken',
          enlarged ? 'min-h-0 flex-1' : 'aspect-4/3',
        )}
      >
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {allActions.map(({ key, label, run, disabled }) => (
          <Button
            key={key}
            variant="quiet"
            size="small"
            aria-label={`${label}: ${description}`}
            disabled={disabled}
            onClick={run}
          >
            {label}
          </Button>
        ))}
        {note}
      </div>
    </FocusTrap>
  );
}

const maxZoom = 5;

/** The zoom of a frame, and its rotation in quarter turns. */
type FrameView = { zoom: number; turns: number };

export const initialView: FrameView = { zoom: 1, turns: 0 };

export function viewActions(view: FrameView, onChange: (view: FrameView) => void): FrameAction[] {
  const { zoom, turns } = view;
  return [
    {
      key: '+',
      label: 'Zoom in',
      run: () => onChange({ zoom: Math.min(maxZoom, zoom + 0.5), turns }),
    },
    { key: '-', label: 'Zoom out', run: () => onChange({ zoom: Math.max(1, zoom - 0.5), turns }) },
    { key: 'r', label: 'Rotate', run: () => onChange({ zoom, turns: turns + 1 }) },
    { key: '0', label: 'Reset', run: () => onChange(initialView) },
  ];
}
