import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { fillText } from '../../../../shared/site-texts/fill-text.ts';
import {
  type LegalBlock,
  type LegalPiece,
  legalPieces,
} from '../../../../shared/site-texts/legal-markdown.ts';
import { opensElsewhere } from '../../../lib/opens-elsewhere.ts';
import { goToSection } from './go-to-section.ts';

export type LegalSectionBodyProps = {
  blocks: readonly LegalBlock[];
  /** The values of the placeholders. A paragraph that becomes empty is left out. */
  values: Readonly<Record<string, string>>;
  /** Goes to another section. By default, the id of that section becomes the hash of the page's URL. */
  onSection?: ((id: string) => void) | undefined;
};

type PartProps = Omit<LegalSectionBodyProps, 'blocks'>;

/** A section of a legal text. HTML in the text is shown as it is written. */
export function LegalSectionBody({ blocks, ...rest }: LegalSectionBodyProps) {
  return (
    <div className="mt-2 flex measure flex-col gap-3 wrap-anywhere text-muted [&_li]:mt-1 [&_strong]:font-semibold [&_strong]:text-text [&_ul]:list-disc [&_ul]:pl-5">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity
        <Block key={index} block={block} {...rest} />
      ))}
    </div>
  );
}

function Block({ block, ...rest }: PartProps & { block: LegalBlock }) {
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item}>
            <Line text={item} {...rest} />
          </li>
        ))}
      </ul>
    );
  }
  if (fillText(block.text, rest.values).trim() === '') return null;
  return (
    <p>
      <Line text={block.text} {...rest} />
    </p>
  );
}

function Line({ text, values, onSection }: PartProps & { text: string }) {
  return legalPieces(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
    <Piece key={index} piece={{ ...piece, text: fillText(piece.text, values) }} onSection={onSection} />
  ));
}

type PieceProps = Pick<LegalSectionBodyProps, 'onSection'> & { piece: LegalPiece };

function Piece({ piece, onSection }: PieceProps) {
  switch (piece.kind) {
    case 'strong':
      return <strong>{piece.text}</strong>;
    case 'code':
      return <code>{piece.text}</code>;
    case 'link':
      return (
        <TextLink href={piece.href} onSection={onSection}>
          {piece.text}
        </TextLink>
      );
    case 'text':
      return piece.text;
  }
}

type TextLinkProps = Pick<LegalSectionBodyProps, 'onSection'> & { href: string; children: string };

function TextLink({ href, onSection, children }: TextLinkProps) {
  const router = useRouter();
  const isOwn = /^[/#]/.test(href);

  function handleClick(event: MouseEvent) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    if (href.startsWith('#') && onSection) onSection(href.slice(1));
    else if (href.startsWith('#')) void goToSection(router, href.slice(1));
    else router.history.push(href);
  }

  return (
    <a
      href={href}
      className="text-link"
      {...(isOwn ? { onClick: handleClick } : { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
    </a>
  );
}
