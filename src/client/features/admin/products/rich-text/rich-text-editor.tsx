import { useEffect, useRef, useState } from 'react';
import { HandForm, OddsForm } from './block-forms.tsx';
import { createEditor, type RichEditor } from './create-editor.ts';
import { editorActions } from './editor-actions.ts';
import { type Format, plainFormat } from './format-at.ts';
import { LinkForm } from './link-form.tsx';
import { PictureForm } from './picture-form.tsx';
import { Toolbar, type ToolbarForm } from './toolbar.tsx';

export type RichTextEditorProps = {
  labelId: string;
  describedBy: string;
  invalid: boolean;
  markdown: string;
  /** Whether to offer hands and odds questions, which only the text of a session may contain. */
  hasBlocks: boolean;
  onChange: (markdown: string) => void;
  /** Called when the editor could not be loaded or created. */
  onFailure: () => void;
};

/** Styles like those of `ui/rich-text.tsx`, so that the text looks almost as it does to students. */
const textClass =
  '[&_h1]:mt-6 [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:mt-6 [&_h2]:text-lg [&_h2]:font-semibold ' +
  '[&_h3]:mt-5 [&_h3]:font-semibold [&_h4]:mt-4 [&_h4]:font-semibold [&_p]:mt-3 ' +
  '[&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_li>p]:mt-1 ' +
  '[&_blockquote]:mt-3 [&_blockquote]:border-l-4 [&_blockquote]:border-border [&_blockquote]:pl-4 ' +
  '[&_a]:text-primary-text [&_a]:underline [&_img]:mt-3 [&_img]:max-w-full [&_img]:rounded-control ' +
  '[&_hr]:my-6 [&_hr]:border-border [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono ' +
  '[&_pre]:mt-3 [&_pre]:whitespace-pre-wrap [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:font-mono [&_pre]:text-sm ' +
  '[&_.ProseMirror-selectednode]:outline-2 [&_.ProseMirror-selectednode]:outline-focus';

/** Formatted text with a toolbar. Loaded on demand, because the editor is large. */
export function RichTextEditor({
  labelId,
  describedBy,
  invalid,
  markdown,
  hasBlocks,
  onChange,
  onFailure,
}: RichTextEditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const [rich, setRich] = useState<RichEditor>();
  const [format, setFormat] = useState<Format>(plainFormat);
  const [form, setForm] = useState<{ kind: ToolbarForm; pasted?: File }>();
  /**
   * The Markdown that the editor last reported or received. If the prop `markdown` differs from it, the editor shows
   * the prop.
   */
  const shown = useRef(markdown);
  const latest = useRef({ onChange, onFailure });
  latest.current = { onChange, onFailure };

  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    // Editable text is focusable without `tabindex`, but accessibility checkers require the attribute.
    tabindex: '0',
    'aria-labelledby': labelId,
    'aria-describedby': describedBy,
    'aria-invalid': String(invalid),
    class: 'min-h-32 px-3 pb-3 whitespace-pre-wrap wrap-anywhere focus:outline-none',
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; the next effect shows new text
  useEffect(() => {
    if (!root.current) return;
    let created: RichEditor;
    try {
      created = createEditor({
        root: root.current,
        markdown,
        attributes,
        onChange(text) {
          shown.current = text;
          latest.current.onChange(text);
        },
        onFormat: (next) => setFormat((current) => (isSameFormat(current, next) ? current : next)),
        onPicture: (pasted) => setForm({ kind: 'picture', pasted }),
      });
    } catch {
      latest.current.onFailure();
      return;
    }
    setRich(created);
    return created.destroy;
  }, []);

  useEffect(() => {
    if (!rich || markdown === shown.current) return;
    shown.current = markdown;
    rich.show(markdown);
  }, [rich, markdown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attributes` is a new object at each render
  useEffect(() => {
    rich?.view.setProps({ attributes });
  }, [rich, describedBy, invalid]);

  const actions = rich && editorActions(rich, format);

  /** Closes the form. The action moves the focus to the text, because the pressed button disappears with the form. */
  function apply(action: () => void) {
    setForm(undefined);
    action();
  }
  const closeForm = () => apply(() => rich?.view.focus());

  return (
    <div>
      {actions && (
        <>
          <Toolbar
            actions={actions}
            format={format}
            hasBlocks={hasBlocks}
            open={form?.kind}
            onOpen={(kind) => setForm(form?.kind === kind ? undefined : { kind })}
          />
          {form?.kind === 'link' && (
            <LinkForm
              key={format.link}
              url={format.link}
              onLink={(url) => apply(() => actions.link(url))}
              onUnlink={() => apply(actions.unlink)}
              onClose={closeForm}
            />
          )}
          {form?.kind === 'hand' && (
            <HandForm onInsert={(source) => apply(() => actions.block(source))} onClose={closeForm} />
          )}
          {form?.kind === 'odds' && (
            <OddsForm onInsert={(source) => apply(() => actions.block(source))} onClose={closeForm} />
          )}
          {form?.kind === 'picture' && (
            <PictureForm
              pasted={form.pasted}
              onInsert={(src, alt) => apply(() => actions.picture(src, alt))}
              onClose={closeForm}
            />
          )}
        </>
      )}
      <div
        ref={root}
        className={`max-h-[60dvh] min-h-34 overflow-y-auto rounded-b-control border border-t-0 bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus ${invalid ? 'border-danger' : 'border-control'} ${textClass}`}
      />
    </div>
  );
}

function isSameFormat(one: Format, other: Format): boolean {
  return (Object.keys(one) as (keyof Format)[]).every((key) => one[key] === other[key]);
}
