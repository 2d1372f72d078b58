import { Fragment } from 'react';
import type { Hand } from '../../../shared/poker/hand.ts';
import { type HandLine, handLine } from '../../../shared/poker/hand-line.ts';
import { resultOf } from '../../../shared/poker/hand-result.ts';
import { cardSymbols, cardText, type PlayingCard, suitOf } from '../../../shared/poker/playing-card.ts';
import { classNames } from '../../ui/class-names.ts';
import { suitColors } from '../../ui/playing-card-face.tsx';
import { shownResult } from './shown-result.ts';

type LinePart = HandLine[number][number];

/** A hand in one line, with cards colored by suit and the hero's actions underlined. */
export function HandLineView({ hand, className }: { hand: Hand; className?: string }) {
  return (
    <span translate="no" className={classNames('font-mono text-sm', className)}>
      {handLine(hand).map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids, only an order
        <Fragment key={index}>
          {index > 0 && ' · '}
          {section.map((part, partIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids, only an order
            <Fragment key={partIndex}>
              {partIndex > 0 && ' '}
              <Part part={part} hand={hand} />
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

function Part({ part, hand }: { part: LinePart; hand: Hand }) {
  switch (part.kind) {
    case 'hole':
      return <Cards cards={part.cards} gap="" />;
    case 'board':
      return (
        <>
          [<Cards cards={part.cards} gap=" " />]
        </>
      );
    case 'action':
      return part.isHero ? (
        <span className="font-semibold uppercase underline underline-offset-2">{part.text}</span>
      ) : (
        part.text
      );
    case 'result':
      return (
        <span className="font-semibold">
          {shownResult(part.text, hand.hero === null ? null : resultOf(hand, hand.hero).net, hand.stakes.big)}
        </span>
      );
    default:
      return part.text;
  }
}

function Cards({ cards, gap }: { cards: readonly PlayingCard[]; gap: string }) {
  return cards.map((card, index) => (
    <Fragment key={card}>
      {index > 0 && gap}
      <span className={classNames('font-semibold', suitColors[suitOf(card)])}>
        {cardText(card).charAt(0)}
        {cardSymbols(card).slice(1)}
      </span>
    </Fragment>
  ));
}

/** A hand line that is already text. Cards are colored by the symbol of their suit. */
export function HandLineText({ line, className }: { line: string; className?: string }) {
  return (
    <span translate="no" className={classNames('font-mono text-sm wrap-anywhere', className)}>
      {line.split(/([2-9TJQKA][♠♥♦♣])/).map((part, index) => {
        const suit = /^.[♠♥♦♣]$/.test(part) ? '♠♥♦♣'.indexOf(part.slice(1)) : -1;
        if (suit === -1) return part;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no ids, only an order
          <span key={index} className={classNames('font-semibold', suitColors[suit])}>
            {part}
          </span>
        );
      })}
    </span>
  );
}
