import { type ComponentType, lazy, Suspense, useEffect, useId, useState } from 'react';
import { blocksOf } from '../../../../../shared/hands/lesson-blocks.ts';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { TextAreaField } from '../../../../ui/text-field.tsx';
import type { RichTextEditorProps } from './rich-text-editor.tsx';

const RichTextEditor = lazy<ComponentType<RichTextEditorProps>>(() =>
  import('./rich-text-editor.tsx').then(
    (module) => ({ default: module.RichTextEditor }),
    () => ({ default: NoEditor }),
  ),
);

/** Rendered in place of an editor whose code could not be loaded. */
function NoEditor({ onFailure }: RichTextEditorProps) {
  useEffect(onFailure);
  return null;
}

export type RichTextFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  /** Markdown. */
  value: string;
  onChange: (markdown: string) => void;
  /** The height of the field in lines while its Markdown is edited. */
  rows: number;
  /** Whether the text may contain hands and odds questions. */
  hasBlocks?: boolean;
};

/**
 * An optional text with headings, lists, links and pictures. It is stored as Markdown, and the Markdown can also be
 * edited directly.
 */
export function RichTextField({
  label,
  hint,
  error: saveError,
  value,
  onChange,
  rows,
  hasBlocks = false,
}: RichTextFieldProps) {
  const [isMarkdown, setIsMarkdown] = useState(() => needsMarkdown(value));
  const [isBroken, setIsBroken] = useState(false);
  const id = useId();
  const error = saveError ?? (hasBlocks ? blockProblem(value) : undefined);
  const toggleLabel = isMarkdown ? 'Back to formatted text' : 'Write Markdown';
  const toggle = (
    <Button
      variant="quiet"
      size="small"
      className="absolute -top-2 right-0"
      aria-label={`${toggleLabel}: ${label}`}
      onClick={() => setIsMarkdown(!isMarkdown)}
    >
      {toggleLabel}
    </Button>
  );

  if (isMarkdown || isBroken) {
    return (
      <div className="relative">
        {!isBroken && toggle}
        <TextAreaField
          label={label}
          optional
          rows={rows}
          value={value}
          error={error}
          hint={
            isBroken ? 'The editor could not be opened. Write Markdown: ## heading, - list, **bold**.' : hint
          }
          className="font-mono"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    );
  }
  return (
    <div className="relative flex min-w-0 flex-col gap-1">
      {toggle}
      <span className="text-sm font-semibold">
        <span id={`${id}-label`}>{label}</span> <span className="font-normal text-muted">(optional)</span>
      </span>
      <Suspense fallback={<Skeleton className="h-45 w-full" />}>
        <RichTextEditor
          labelId={`${id}-label`}
          describedBy={`${id}-note`}
          invalid={error !== undefined}
          markdown={value}
          hasBlocks={hasBlocks}
          onChange={onChange}
          onFailure={() => setIsBroken(true)}
        />
      </Suspense>
      <p id={`${id}-note`} className={classNames('text-sm', error ? 'text-danger' : 'text-muted')}>
        {error ?? hint}
      </p>
    </div>
  );
}

/** The error in the first lesson block that cannot be parsed; undefined if there is none. */
function blockProblem(text: string): string | undefined {
  const wrong = blocksOf(text).find(({ kind }) => kind === 'wrong');
  return wrong?.kind === 'wrong' ? wrong.problem : undefined;
}

/** Whether the text contains footnotes or check boxes, which the editor would change into plain text. */
export function needsMarkdown(text: string): boolean {
  return /\[\^[^\]\s]+\]|^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s/m.test(text);
}
