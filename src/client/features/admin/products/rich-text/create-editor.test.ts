import { expect, it } from 'vitest';
import { picturePath } from '../../../../../shared/shop/pictures.ts';
import { pastedPicture, withoutOtherPictures } from './create-editor.ts';

it('pasted text keeps the academy’s own pictures and loses those of other sites', () => {
  const own = `<img src="${picturePath('0198c0de-0000-4000-8000-000000000001')}" alt="A river bet">`;
  const others = [
    '<img src="https://example.com/bet.png">',
    '<img alt="x" src="data:image/png;base64,AA==">',
    '<img data-src="/api/pictures/1" src="/bet.png">',
    "<IMG SRC='https://example.com/bet.png' />",
    '<img>',
  ];
  expect(withoutOtherPictures(`<p>Bet ${own}small${others.join('')}</p>`)).toBe(`<p>Bet ${own}small</p>`);
});

it('a pasted picture is ignored if the paste also contains text, such as cells of a spreadsheet', () => {
  const picture = new File([''], 'cells.png', { type: 'image/png' });
  const paste = (text: string) => ({ files: [picture], getData: () => text });
  expect(pastedPicture(paste(''))).toBe(picture);
  expect(pastedPicture(paste('12\t15'))).toBeUndefined();
});
