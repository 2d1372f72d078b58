import { EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { expect, it } from 'vitest';
import type { RichEditor } from './create-editor.ts';
import { editorActions } from './editor-actions.ts';
import { formatAt } from './format-at.ts';
import { parseMarkdown, writeMarkdown } from './markdown-document.ts';

/** An editor of one paragraph, with the cursor after its first `offset` characters. */
function editorAt(markdown: string, offset: number) {
  const doc = parseMarkdown(markdown);
  const view = {
    state: EditorState.create({ doc, selection: TextSelection.create(doc, offset + 1) }),
    dispatch(transaction: Transaction) {
      view.state = view.state.apply(transaction);
    },
    focus: () => undefined,
  };
  const format = formatAt(view.state);
  // The actions use only these members of a view, so the test needs no DOM.
  const actions = editorActions({ view } as unknown as RichEditor, format);
  return { actions, format, text: () => writeMarkdown(view.state.doc) };
}

const partlyBold = 'See [the **whole** chart](https://one.example) first';

it.each([
  ['before', 6],
  ['in', 10],
  ['at the end of', 13],
  ['after', 16],
])(
  'with the cursor %s the bold part of a link, changing or removing the link affects the whole link',
  (_place, offset) => {
    const changed = editorAt(partlyBold, offset);
    expect(changed.format.link).toBe('https://one.example');
    changed.actions.link('https://two.example');
    expect(changed.text()).toBe('See [the **whole** chart](https://two.example) first');

    const removed = editorAt(partlyBold, offset);
    removed.actions.unlink();
    expect(removed.text()).toBe('See the **whole** chart first');
  },
);

it.each([
  ['before', 4, 'See <https://two.example>[the **whole** chart](https://one.example) first'],
  ['after', 19, 'See [the **whole** chart](https://one.example)<https://two.example> first'],
])('with the cursor right %s a link, another link is added', (_place, offset, expected) => {
  const { actions, format, text } = editorAt(partlyBold, offset);
  expect(format.link).toBeUndefined();
  actions.link('https://two.example');
  expect(text()).toBe(expected);
});
