import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

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

/** A frame around an image or a PDF page. Its buttons also have keyboard shortcuts while the frame has focus. */
export function DocumentFrame({ description, actions, note, children }: DocumentFrameProps) {
  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = event.key === '=' ? '+' : event.key.toLowerCase();
    const action = actions.find(({ key }) => key === pressed);
    if (!action) return;
    // Outside the frame, R rejects the application.
    event.preventDefault();
    if (!action.disabled) action.run();
  }

  const keys = actions.map(({ key, label }) => `${keyNames[key] ?? key.toUpperCase()}: ${label}`).join(', ');
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: an image does not need a landmark region */}
      <div
        role="group"
        aria-label={`${description}. Keys ${keys}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        onKeyDown={handleKey}
        className="aspect-4/3 w-full overflow-auto rounded-control border border-border bg-sunken"
      >
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {actions.map(({ key, label, run, disabled }) => (
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
    </div>
  );
}

const largest = 5;

/** Zoom and quarter turns of a frame, with the actions that change them. */
export type FrameView = { zoom: number; turns: number };

export const initialView: FrameView = { zoom: 1, turns: 0 };

export function viewActions(view: FrameView, onChange: (view: FrameView) => void): FrameAction[] {
  const { zoom, turns } = view;
  return [
    {
      key: '+',
      label: 'Zoom in',
      run: () => onChange({ zoom: Math.min(largest, zoom + 0.5), turns }),
    },
    { key: '-', label: 'Zoom out', run: () => onChange({ zoom: Math.max(1, zoom - 0.5), turns }) },
    { key: 'r', label: 'Rotate', run: () => onChange({ zoom, turns: turns + 1 }) },
    { key: '0', label: 'Reset', run: () => onChange(initialView) },
  ];
}
