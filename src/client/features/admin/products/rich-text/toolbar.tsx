import type { ReactNode } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import type { EditorActions } from './editor-actions.ts';
import type { Format } from './format-at.ts';

export type ToolbarProps = {
  actions: EditorActions;
  format: Format;
  /** Whether to offer hands and odds questions, which only the text of a session may contain. */
  hasBlocks: boolean;
  /** The form that is open below the toolbar. */
  open: ToolbarForm | undefined;
  onOpen: (form: ToolbarForm) => void;
};

export type ToolbarForm = 'link' | 'picture' | 'hand' | 'odds';

export function Toolbar({ actions, format, hasBlocks, open, onOpen }: ToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-wrap gap-0.5 rounded-t-control border border-control border-b-border bg-sunken p-1"
    >
      <ToolButton label="Heading" pressed={format.heading === 2} onPress={() => actions.heading(2)}>
        <span className="font-bold">H</span>
      </ToolButton>
      <ToolButton label="Subheading" pressed={format.heading === 3} onPress={() => actions.heading(3)}>
        <span className="text-sm font-bold">h</span>
      </ToolButton>
      <ToolButton label="Bold" pressed={format.strong} onPress={actions.strong}>
        <span className="font-bold">B</span>
      </ToolButton>
      <ToolButton label="Italic" pressed={format.emphasis} onPress={actions.emphasis}>
        <span className="italic">I</span>
      </ToolButton>
      <ToolButton label="Bulleted list" pressed={format.bulletList} onPress={actions.bulletList}>
        <Icon path="M2 4h1m3 0h8M2 8h1m3 0h8M2 12h1m3 0h8" />
      </ToolButton>
      <ToolButton label="Numbered list" pressed={format.orderedList} onPress={actions.orderedList}>
        <Icon path="M2 3.5 3 3v3M2 10.5a1 1 0 1 1 2 0c0 1-2 1.5-2 2.5h2M7 4h7M7 8h7M7 12h7" />
      </ToolButton>
      <ToolButton label="Quote" pressed={format.quote} onPress={actions.quote}>
        <Icon path="M3 2v12M7 4h7M7 8h7M7 12h4" />
      </ToolButton>
      <ToolButton
        label="Link"
        pressed={format.link !== undefined || open === 'link'}
        onPress={() => onOpen('link')}
      >
        <Icon path="M7 9a3 3 0 0 0 4.2 0l2-2A3 3 0 0 0 9 2.8l-1 1M9 7a3 3 0 0 0-4.2 0l-2 2A3 3 0 0 0 7 13.2l1-1" />
      </ToolButton>
      <ToolButton label="Picture" pressed={open === 'picture'} onPress={() => onOpen('picture')}>
        <Icon path="M2 3h12v10H2zM2 11l4-4 3 3 2-2 3 3M10.5 6h.01" />
      </ToolButton>
      {hasBlocks && (
        <>
          <ToolButton label="Hand" pressed={open === 'hand'} onPress={() => onOpen('hand')}>
            <Icon path="M2 3h6v10H2zM10 4l4 1-2 9-3-.7" />
          </ToolButton>
          <ToolButton label="Odds" pressed={open === 'odds'} onPress={() => onOpen('odds')}>
            <Icon path="M3 13 13 3M4.5 3a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM11.5 10a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z" />
          </ToolButton>
        </>
      )}
      <span className="ml-auto flex gap-0.5">
        <ToolButton label="Undo" onPress={actions.undo}>
          <Icon path="M5 3 2 6l3 3M2 6h7a4 4 0 0 1 0 8H6" />
        </ToolButton>
        <ToolButton label="Redo" onPress={actions.redo}>
          <Icon path="m11 3 3 3-3 3m3-3H7a4 4 0 0 0 0 8h3" />
        </ToolButton>
      </span>
    </div>
  );
}

type ToolButtonProps = {
  label: string;
  pressed?: boolean;
  onPress: () => void;
  children: ReactNode;
};

function ToolButton({ label, pressed, onPress, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={classNames(
        'inline-flex size-9 items-center justify-center rounded-control',
        pressed ? 'bg-primary-soft text-primary-text' : 'text-muted hover:bg-primary-soft hover:text-text',
      )}
    >
      {children}
    </button>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
