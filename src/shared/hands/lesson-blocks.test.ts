import { describe, expect, it } from 'vitest';
import { parseCards } from '../poker/playing-card.ts';
import { blocksOf, fenceBlocks, readBlock, renameHand } from './lesson-blocks.ts';

const cards = (text: string) => parseCards(text) ?? [];

describe('lesson blocks', () => {
  it('a hand block names a hand by its title or id', () => {
    expect(readBlock(':::hand Check-raise into three')).toEqual({
      kind: 'hand',
      ref: 'Check-raise into three',
    });
  });

  it('renaming a hand changes its title in hand blocks, but not in code and not in other lines', () => {
    const isOld = (ref: string) => ref.toLowerCase() === 'old';
    const lines = [':::hand OLD', 'Old', '```', ':::hand Old', '```', ':::hand Other', ':::odds AA v KK'];
    expect(renameHand(lines.join('\r\n'), isOld, 'New')).toBe([':::hand New', ...lines.slice(1)].join('\n'));
    const other = ':::hand Other\r\n';
    expect(renameHand(other, isOld, 'New')).toBe(other);
  });

  it('an odds block has hands or ranges, and may have a board and a price', () => {
    expect(readBlock(':::odds AsKs v QQ+, AKs; board Kh 8s 3d; pot 12; bet 6')).toEqual({
      kind: 'odds',
      question: {
        sides: [cards('AsKs'), 'QQ+, AKs'],
        board: cards('Kh8s3d'),
        price: { pot: 12, bet: 6 },
      },
    });
    expect(readBlock(':::odds AA v KK v QQ')).toMatchObject({
      question: { sides: ['AA', 'KK', 'QQ'], board: [], price: null },
    });
    expect(readBlock(':::odds JhTh9c8c v AsAdQs6d; board 9h7c2s')).toMatchObject({ kind: 'odds' });
  });

  it.each([
    [':::', 'not known'],
    [':::video 3', 'not known'],
    [':::hand', 'title or the id'],
    [':::odds AsKs', 'two or three', 'hands'],
    [':::odds AsKs v AxKx', 'neither cards', 'hands'],
    [':::odds AsKs v QQ+; board Kh 8s', 'three to five', 'board'],
    [':::odds AsKs v AsQd; board Kh 8s 3d', 'As appears twice', 'hands'],
    [':::odds AsKs v QQ+; board Kh As 3d', 'As appears twice', 'board'],
    [':::odds AsKs v QQ+; bet 6', 'both the pot and the bet', 'pot'],
    [':::odds AsKs v QQ+; pot 12', 'both the pot and the bet', 'bet'],
    [':::odds AsKs v QQ+; pot 12; bet -6', 'both the pot and the bet', 'bet'],
    [':::odds AsKs v QQ+; rake 3', 'not known'],
    [':::odds AsAd v AA; board Ac 8s 3d', 'No hand of “AA” is possible', 'hands'],
    [':::odds JhTh9c8c v QQ+; board 9h7c2s', 'Omaha', 'hands'],
    [':::odds JhTh9c8c v AsAdQs6d', 'need a board', 'board'],
    [`:::hand ${'x'.repeat(500)}`, 'too long'],
  ])('%j is rejected with an explanation', (line, problem, part?: string) => {
    const block = readBlock(line);
    expect(block).toMatchObject({ kind: 'wrong', problem: expect.stringContaining(problem) });
    if (block.kind === 'wrong') expect(block.part).toBe(part);
  });

  it('a block is a line of its own, unindented and outside of code', () => {
    const text = [
      'Text',
      ':::hand One',
      'a :::hand word',
      '  :::hand indented',
      '```',
      ':::hand code',
      '```',
      '~~~~',
      '~~~',
      ':::hand code',
      '~~~~',
      ':::hand Two',
    ].join('\n');
    expect(blocksOf(text)).toEqual([
      { kind: 'hand', ref: 'One' },
      { kind: 'hand', ref: 'Two' },
    ]);
    // Inline code opens no code block.
    expect(blocksOf('```AsKs```\n:::hand One')).toEqual([{ kind: 'hand', ref: 'One' }]);
    expect(fenceBlocks('Text\n:::hand One\nmore')).toBe('Text\n\n```lesson-block\n:::hand One\n```\n\nmore');
  });
});
