import type { EditorState } from 'prosemirror-state';

/** How the selected text is formatted. */
export type Format = {
  /** Level of the heading; 0 for other text. */
  heading: number;
  strong: boolean;
  emphasis: boolean;
  bulletList: boolean;
  orderedList: boolean;
  quote: boolean;
  /** The URL of the link around the cursor; undefined if the cursor is in no link. */
  link: string | undefined;
};

export const plainFormat: Format = {
  heading: 0,
  strong: false,
  emphasis: false,
  bulletList: false,
  orderedList: false,
  quote: false,
  link: undefined,
};

export function formatAt({ selection, storedMarks, doc, schema }: EditorState): Format {
  const { $from, from, to, empty } = selection;
  const marks = storedMarks ?? $from.marks();
  const hasMark = (name: string) => {
    const type = schema.marks[name];
    if (!type) return false;
    return empty ? type.isInSet(marks) !== undefined : doc.rangeHasMark(from, to, type);
  };
  const around = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type.name);
  const link = (empty ? marks : (doc.nodeAt(from)?.marks ?? [])).find(({ type }) => type.name === 'link');
  const { type, attrs } = $from.parent;
  return {
    heading: type.name === 'heading' ? Number(attrs.level) : 0,
    strong: hasMark('strong'),
    emphasis: hasMark('em'),
    bulletList: around.includes('bullet_list'),
    orderedList: around.includes('ordered_list'),
    quote: around.includes('blockquote'),
    link: link === undefined ? undefined : String(link.attrs.href),
  };
}
