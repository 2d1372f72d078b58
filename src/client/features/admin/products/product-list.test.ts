import { expect, it } from 'vitest';
import { listedProducts, type ProductFilter, readProductFilter } from './product-list.ts';
import { storedProduct } from './testing/stored-product.ts';

const products = [
  storedProduct({ id: 1, productNumber: 1, title: 'River Bluffs', price: 999, soldCount: 3, revenue: 2997 }),
  storedProduct({ id: 2, productNumber: 2, title: 'Blind Defense', price: 0, isActive: false }),
  storedProduct({
    id: 3,
    productNumber: 3,
    title: 'ICM',
    price: 1999,
    fileName: 'final-river.pdf',
    soldCount: 1,
  }),
  storedProduct({ id: 4, productNumber: 1, type: 'session', title: 'Live River', videoName: 'take-2.mp4' }),
  storedProduct({
    id: 5,
    productNumber: 4,
    title: 'Old',
    isActive: false,
    deletedAt: '2026-11-01T00:00:00Z',
  }),
];
const all: ProductFilter = { type: 'pdf', state: 'live', q: '', sort: 'number' };
const ids = (filter: Partial<ProductFilter>) =>
  listedProducts(products, { ...all, ...filter }).map(({ id }) => id);

it('the list contains only products of the chosen type and state', () => {
  expect(ids({})).toEqual([1, 2, 3]);
  expect(ids({ state: 'active' })).toEqual([1, 3]);
  expect(ids({ state: 'hidden' })).toEqual([2]);
  expect(ids({ state: 'archived' })).toEqual([5]);
  expect(ids({ type: 'session' })).toEqual([4]);
});

it('the search matches words of a product’s title, type, number, file name and video name', () => {
  expect(ids({ q: 'RIVER' })).toEqual([1, 3]);
  expect(ids({ q: 'pdf 2' })).toEqual([2]);
  expect(ids({ q: 'river nothing' })).toEqual([]);
  expect(ids({ type: 'session', q: 'take-2' })).toEqual([4]);
});

it('the list is sorted in the chosen direction, and products with equal values are sorted by number', () => {
  expect(ids({ sort: 'title' })).toEqual([2, 3, 1]);
  expect(ids({ sort: 'price_desc' })).toEqual([3, 1, 2]);
  expect(ids({ sort: 'revenue' })).toEqual([2, 3, 1]);
  expect(ids({ sort: 'sold_desc' })).toEqual([1, 3, 2]);
});

it('a free product is sorted as the cheapest, whatever its stored price', () => {
  const free = storedProduct({ id: 6, productNumber: 6, price: 9900, isFree: true });
  const listed = listedProducts([...products, free], { ...all, sort: 'price' });
  expect(listed.map(({ id }) => id)).toEqual([2, 6, 1, 3]);
});

it('unknown values of filter parameters are ignored, and known values are applied', () => {
  expect(readProductFilter({ type: 'x', status: 'x', sort: 'x' })).toEqual(all);
  expect(readProductFilter({ type: 'session', status: 'archived', q: 'icm', sort: 'sold' })).toEqual({
    type: 'session',
    state: 'archived',
    q: 'icm',
    sort: 'sold',
  });
});
