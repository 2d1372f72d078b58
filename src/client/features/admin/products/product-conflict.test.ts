import { expect, it } from 'vitest';
import { conflictingFields } from './product-conflict.tsx';
import { draftOfProduct } from './product-draft.ts';
import { storedProduct } from './testing/stored-product.ts';

const start = draftOfProduct(
  storedProduct({ title: 'Rivers', filePath: '/objects/1', fileName: 'rivers.pdf' }),
);

it('a field that both admins changed is a conflict, unless both changed it to the same value', () => {
  const mine = { ...start, title: 'Big rivers', price: '12.00', author: 'Mara Ellis' };
  const theirs = { ...start, title: 'Small rivers', price: '12.00', prerequisites: 'Outs' };
  expect(conflictingFields(start, mine, theirs)).toEqual(['title']);
});

it('two new files with the same name are a conflict', () => {
  const mine = { ...start, filePath: '/objects/2' };
  const theirs = { ...start, filePath: '/objects/3' };
  expect(conflictingFields(start, mine, theirs)).toEqual(['file']);
});
