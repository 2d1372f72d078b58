import { type DragEvent, type FocusEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { spokenPause } from './spoken-pause.tsx';

export type FileDropState =
  | { status: 'idle' }
  | {
      status: 'uploading';
      /** 0 to 100. */
      percent: number;
      fileName?: string;
      /** The size and the time left, such as "2.1 of 4.8 MB, 6 s left". */
      detail?: string;
      onCancel?: () => void;
      pause?: { paused: boolean; onToggle: () => void };
    }
  | { status: 'done'; fileName: string; onRemove?: () => void }
  | {
      status: 'error';
      message: string;
      /** The name of an earlier file that stays, because replacing it failed. */
      keptName?: string;
      onRetry?: () => void;
    };

export type FileDropProps = {
  label: string;
  /** Allowed types and size, such as "JPG, PNG, PDF up to 5 MB". */
  hint: string;
  /** Value of the input's `accept`. Dropped files bypass it, so the caller must check the type too. */
  accept: string;
  state: FileDropState;
  onPick: (file: File) => void;
  disabled?: boolean;
};

/** Selects one file by click, keyboard, or drag and drop. Only shows the given state; the caller uploads the file. */
export function FileDrop({ label, hint, accept, state, onPick, disabled = false }: FileDropProps) {
  const inputId = useId();
  const noteId = `${inputId}-note`;
  const input = useRef<HTMLInputElement>(null);
  const focused = useRef<Element>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const isUploading = state.status === 'uploading';
  const locked = disabled || isUploading;

  // The input takes the focus of a button that disappears, such as Cancel at the end of an upload.
  useLayoutEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) input.current?.focus({ preventScroll: true });
  });

  function handleBlur({ target }: FocusEvent) {
    // If only the window has lost the focus, for example to the file dialog, the button is still the active element.
    if (document.activeElement !== target) focused.current = null;
  }

  function pick(files: FileList | null) {
    const file = files?.[0];
    if (file && !locked) onPick(file);
  }

  function handleDrag(event: DragEvent) {
    event.preventDefault();
    event.dataTransfer.dropEffect = locked ? 'none' : 'copy';
    setDraggedOver(!locked);
  }

  function handleDragLeave(event: DragEvent<HTMLElement>) {
    const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!inside) setDraggedOver(false);
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setDraggedOver(false);
    pick(event.dataTransfer.files);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the input inside has a role and works with the keyboard
    <div
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={handleDragLeave}
      onDrop={handleDrop}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={handleBlur}
      className={classNames(
        'relative rounded-control border bg-surface p-4 transition-colors',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
        isDraggedOver && 'border-dashed border-primary bg-primary-soft',
        !isDraggedOver && state.status === 'error' && 'border-dashed border-danger',
        !isDraggedOver && state.status === 'done' && 'border-success',
        !isDraggedOver && (state.status === 'idle' || isUploading) && 'border-dashed border-control',
        !locked && state.status === 'idle' && 'hover:border-primary hover:bg-sunken',
      )}
    >
      <input
        ref={input}
        id={inputId}
        type="file"
        accept={accept}
        disabled={disabled}
        // Disabling the input would take the focus away.
        aria-disabled={isUploading || undefined}
        onClick={(event) => {
          if (isUploading) event.preventDefault();
        }}
        aria-describedby={noteId}
        aria-invalid={(state.status === 'error' && state.keptName === undefined) || undefined}
        onChange={(event) => {
          pick(event.currentTarget.files);
          // Lets the user select the same file again after a failure.
          event.currentTarget.value = '';
        }}
        className="sr-only"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {/* The whole field is clickable unless it is locked. The buttons are in front of this area. */}
          <label
            htmlFor={inputId}
            className={classNames(
              'text-sm font-semibold',
              !locked && "after:absolute after:inset-0 after:cursor-pointer after:content-['']",
            )}
          >
            {label}
          </label>
          <div id={noteId} className="text-sm wrap-anywhere">
            <StateText state={state} hint={hint} />
          </div>
        </div>
        <div className="relative z-10 flex gap-2 empty:hidden">
          {state.status === 'uploading' && state.pause && (
            <Button
              variant="secondary"
              size="small"
              onClick={state.pause.onToggle}
              aria-label={`${state.pause.paused ? 'Resume' : 'Pause'} ${label}`}
            >
              {state.pause.paused ? 'Resume' : 'Pause'}
            </Button>
          )}
          {state.status === 'uploading' && state.onCancel && (
            <Button variant="quiet" size="small" onClick={state.onCancel} aria-label={`Cancel ${label}`}>
              Cancel
            </Button>
          )}
          {state.status === 'done' && !disabled && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => input.current?.click()}
              aria-label={`Replace ${label}`}
            >
              Replace
            </Button>
          )}
          {state.status === 'done' && state.onRemove && !disabled && (
            <Button variant="quiet" size="small" onClick={state.onRemove} aria-label={`Remove ${label}`}>
              Remove
            </Button>
          )}
          {state.status === 'error' && state.onRetry && (
            <Button variant="secondary" size="small" onClick={state.onRetry} aria-label={`Retry ${label}`}>
              Retry
            </Button>
          )}
        </div>
      </div>
      {state.status === 'uploading' && <UploadBar label={label} percent={state.percent} />}
    </div>
  );
}

function StateText({ state, hint }: { state: FileDropState; hint: string }) {
  switch (state.status) {
    case 'idle':
      return <span className="text-muted">{hint}</span>;
    case 'uploading':
      return (
        <span className="tabular text-muted">
          {[`${Math.round(state.percent)}%`, state.detail ?? state.fileName].filter(Boolean).join(' · ')}
        </span>
      );
    case 'done':
      return <span className="text-success">{state.fileName}</span>;
    case 'error':
      return (
        <>
          <span role="alert" className="block text-danger">
            {state.message}
            {!/[.!?]$/.test(state.message) && spokenPause}
          </span>
          {state.keptName !== undefined ? (
            <span className="text-success">Your earlier file stays: {state.keptName}</span>
          ) : (
            !state.message.includes(hint) && <span className="text-muted">{hint}</span>
          )}
        </>
      );
  }
}

function UploadBar({ label, percent }: { label: string; percent: number }) {
  return (
    <progress
      aria-label={`Upload of ${label}`}
      max={100}
      value={percent}
      className="mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[width]"
    />
  );
}
