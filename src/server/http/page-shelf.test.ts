import { expect, it } from 'vitest';
import { createPageShelf } from './page-shelf.ts';

it('keeps as many as it may, and those that are asked for', () => {
  const shelf = createPageShelf<string>(3);
  for (const address of ['/', '/products', '/auth']) shelf.put(address, `page ${address}`);
  for (let stranger = 0; stranger < 100; stranger += 1) {
    expect(shelf.get('/')).toBe('page /');
    shelf.put(`/products/${stranger}`, 'x');
  }
  expect(shelf.get('/')).toBe('page /');
  expect(shelf.get('/products')).toBeUndefined();
  expect(shelf.get('/products/99')).toBe('x');
  expect(shelf.get('/products/97')).toBeUndefined();
  shelf.put('/', 'new');
  expect(shelf.get('/')).toBe('new');
});
