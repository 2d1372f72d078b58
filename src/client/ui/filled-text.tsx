import { Fragment, type ReactNode } from 'react';
import { textPieces } from '../../shared/site-texts/fill-text.ts';

/** A text whose placeholders, such as `{law}`, are replaced by elements. A placeholder without a value is unchanged. */
export function FilledText({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) {
  return textPieces(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
    <Fragment key={index}>{index % 2 === 1 ? (values[piece] ?? `{${piece}}`) : piece}</Fragment>
  ));
}
