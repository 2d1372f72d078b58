import { describe, expect, it } from 'vitest';
import { latinName, latinText, stampText } from './stamp-line.ts';

describe('the text of a stamp', () => {
  const facts = {
    firstName: 'Zoë',
    lastName: 'Müller',
    email: 'zoe@example.test',
    purchaseId: null,
    userId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  };

  it.each([
    ['Zoë Müller', 'Zoë Müller'],
    ['Łukasz Ğündüz', 'Lukasz Gündüz'],
    ['Nguyễn Thị Minh', 'Nguyen Thi Minh'],
    ['  A \n B  ', 'A B'],
    ['Юрий Гагарин', ''],
    ['山田太郎', ''],
    ['… ☃', ''],
  ])('converts %j to %j', (name, expected) => {
    expect(latinName(name)).toBe(expected);
  });

  it('keeps the Latin part of a line that is mostly in another script', () => {
    expect(latinText('Name: Юрий Гагарин, 2026')).toBe('Name:  , 2026');
  });

  it('omits a name that standard PDF fonts cannot write', () => {
    expect(stampText(facts)).toBe('Zoë Müller · z***@example.test · Member 0f8fad5b');
    expect(stampText({ ...facts, firstName: 'Юрий', lastName: 'Гагарин' })).toBe(
      'z***@example.test · Member 0f8fad5b',
    );
  });
});
