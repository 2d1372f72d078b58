import { baseKeymap, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { Slice } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { flushSync } from 'react-dom';
import { picturePath } from '../../../../../shared/shop/pictures.ts';
import { type Format, formatAt } from './format-at.ts';
import { parseMarkdown, schema, writeMarkdown } from './markdown-document.ts';

export type RichEditor = {
  view: EditorView;
  /** Replaces the text without reporting it as a change. */
  show: (markdown: string) => void;
  destroy: () => void;
};

export type RichEditorOptions = {
  root: HTMLElement;
  markdown: string;
  /** Attributes of the editable element. */
  attributes: Record<string, string>;
  /** Called after a change: when typing pauses, when the focus leaves, and when the editor is destroyed. */
  onChange: (markdown: string) => void;
  onFormat: (format: Format) => void;
  /** Called when a picture is pasted or dropped. */
  onPicture: (file: File) => void;
};

/** Converting a long lesson to Markdown at each keystroke would be noticeably slow. */
const typingPauseMs = 300;

const { nodes, marks } = schema;

const plugins = [
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, hashes = '']) => ({ level: hashes.length })),
      wrappingInputRule(/^\s*([-+*])\s$/, nodes.bullet_list),
      wrappingInputRule(/^(\d+)\.\s$/, nodes.ordered_list, ([, order]) => ({ order: Number(order) })),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    ],
  }),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    Enter: splitListItem(nodes.list_item),
    // Tab is not used, because it moves the focus.
    'Mod-]': sinkListItem(nodes.list_item),
    'Mod-[': liftListItem(nodes.list_item),
    'Shift-Enter'(state, dispatch) {
      dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
      return true;
    },
  }),
  keymap(baseKeymap),
  history(),
];

const pictureIn = (files: Iterable<File>) => [...files].find(({ type }) => type.startsWith('image/'));

/**
 * The picture that was pasted without text. A picture next to text is ignored: word processors and spreadsheets add one
 * that shows the copied text.
 */
export function pastedPicture(data: { files: Iterable<File>; getData: (type: string) => string }) {
  return data.getData('text/plain') === '' ? pictureIn(data.files) : undefined;
}

const stateOf = (markdown: string) => EditorState.create({ doc: parseMarkdown(markdown), plugins });

/** An editor of formatted text that reads and writes Markdown. */
export function createEditor(options: RichEditorOptions): RichEditor {
  const { root, markdown, attributes, onChange, onFormat, onPicture } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function report() {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    onChange(writeMarkdown(view.state.doc));
  }

  function takePicture(picture: File | undefined): boolean {
    if (picture) onPicture(picture);
    return picture !== undefined;
  }

  const view = new EditorView(root, {
    state: stateOf(markdown),
    attributes,
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      onFormat(formatAt(view.state));
      if (!transaction.docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(report, typingPauseMs);
    },
    // Reports synchronously, because the click that moved the focus out of the editor may save the form.
    handleDOMEvents: { blur: () => flushSync(report) },
    handlePaste: (_view, { clipboardData }) =>
      takePicture(clipboardData ? pastedPicture(clipboardData) : undefined),
    handleDrop(_view, event) {
      if (!takePicture(pictureIn(event.dataTransfer?.files ?? []))) return false;
      const dropped = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (dropped) {
        const selection = TextSelection.near(view.state.doc.resolve(dropped.pos));
        view.dispatch(view.state.tr.setSelection(selection));
      }
      return true;
    },
    transformPastedHTML: withoutOtherPictures,
    clipboardTextParser: (text) => Slice.maxOpen(parseMarkdown(text).content),
  });

  return {
    view,
    show(text) {
      clearTimeout(timer);
      timer = undefined;
      view.updateState(stateOf(text));
    },
    destroy() {
      report();
      view.destroy();
    },
  };
}

/** Removes all pictures except the academy’s own. In place of any other picture, students would see only a link. */
export function withoutOtherPictures(html: string): string {
  const isOwn = (tag: string) => /\ssrc="([^"]*)"/i.exec(tag)?.[1]?.startsWith(picturePath('')) === true;
  return html.replace(/<img\b[^>]*>/gi, (tag) => (isOwn(tag) ? tag : ''));
}
