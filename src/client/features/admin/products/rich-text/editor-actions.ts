import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Mark } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import type { RichEditor } from './create-editor.ts';
import type { Format } from './format-at.ts';
import { schema } from './markdown-document.ts';

const { nodes, marks } = schema;

/** The actions of the toolbar and its forms. Each moves the focus to the text. */
export function editorActions({ view }: RichEditor, format: Format) {
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const toggleList = (isIn: boolean, list: typeof nodes.bullet_list) =>
    run(isIn ? liftListItem(nodes.list_item) : wrapInList(list));
  return {
    heading: (level: number) =>
      run(format.heading === level ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level })),
    strong: () => run(toggleMark(marks.strong)),
    emphasis: () => run(toggleMark(marks.em)),
    bulletList: () => toggleList(format.bulletList, nodes.bullet_list),
    orderedList: () => toggleList(format.orderedList, nodes.ordered_list),
    quote: () => run(format.quote ? lift : wrapIn(nodes.blockquote)),
    undo: () => run(undo),
    redo: () => run(redo),
    /** Adds the picture in a separate paragraph, after the paragraph or heading in which the selection ends. */
    picture: (src: string, alt: string) =>
      run(({ selection, tr }, dispatch) => {
        const { $to, to } = selection;
        const paragraph = nodes.paragraph.create(null, nodes.image.create({ src, alt }));
        dispatch?.(tr.insert($to.depth === 0 ? to : $to.after(), paragraph).scrollIntoView());
        return true;
      }),
    /** Adds a lesson block after the top-level element in which the selection ends. */
    block: (source: string) =>
      run(({ selection, tr }, dispatch) => {
        const { $to, to } = selection;
        const block = nodes.lesson_block.create({ source });
        dispatch?.(tr.insert($to.depth === 0 ? to : $to.after(1), block).scrollIntoView());
        return true;
      }),
    /**
     * Links the selected text, or replaces the link around the cursor. If no text is selected and the cursor is in no
     * link, inserts the URL as linked text.
     */
    link: (href: string) =>
      run((state, dispatch) => {
        const mark = marks.link.create({ href });
        const range = linkRange(state);
        dispatch?.(
          range
            ? state.tr.removeMark(range.from, range.to, marks.link).addMark(range.from, range.to, mark)
            : state.tr.replaceSelectionWith(schema.text(href, [mark]), false),
        );
        return true;
      }),
    unlink: () =>
      run((state, dispatch) => {
        const range = linkRange(state);
        if (range) dispatch?.(state.tr.removeMark(range.from, range.to, marks.link));
        return range !== undefined;
      }),
  };
}
export type EditorActions = ReturnType<typeof editorActions>;

type Range = { from: number; to: number };

/** The selected text, or the link around the cursor; undefined if there is neither. */
function linkRange({ selection }: EditorState): Range | undefined {
  const { $from, from, to, empty } = selection;
  if (!empty) return { from, to };
  let found: Range | undefined;
  let link: (Range & { mark: Mark }) | undefined;
  // A link whose text is partly bold consists of several nodes.
  $from.parent.forEach((child, offset) => {
    const mark = marks.link.isInSet(child.marks);
    const start = $from.start() + offset;
    const isContinued = mark !== undefined && link?.mark.eq(mark) === true;
    link = mark && { mark, from: isContinued && link ? link.from : start, to: start + child.nodeSize };
    if (link && link.from < from && from < link.to) found = { from: link.from, to: link.to };
  });
  return found;
}
