import { expect, it } from 'vitest';
import { newProductDraft, type ProductDraft } from './product-draft.ts';
import { previewOfDraft } from './product-preview.ts';

const draft = newProductDraft('pdf', []);

function previewOf(edited: ProductDraft) {
  const shown = previewOfDraft(edited, undefined);
  if ('error' in shown) throw new Error(shown.error);
  return shown.preview;
}

it('the preview shows a new PDF as a student without access sees it', () => {
  expect(previewOf({ ...draft, title: 'Rivers' })).toMatchObject({
    title: 'Rivers',
    price: 999,
    productNumber: 1,
    pdfNumber: 1,
    sessionNumber: null,
    owned: false,
    isActive: true,
    includes: { file: null, video: false, text: false },
  });
});

it('the preview lists what the buyer gets', () => {
  const withFile = { ...draft, filePath: '/objects/x', content: 'Text' };
  expect(previewOf(withFile).includes).toEqual({
    file: { sizeBytes: 0 },
    video: false,
    text: true,
  });
  const video = { ...newProductDraft('session', []), videoPath: '/objects/x' };
  expect(previewOf(video).includes.video).toBe(true);
  expect(previewOf({ ...video, videoSource: 'link' }).includes.video).toBe(false);
});

it('the preview accepts thousands separators in numbers, as the editor does when it saves', () => {
  const typed = { ...draft, productNumber: '1,200', estimatedDuration: '1,200' };
  expect(previewOf(typed)).toMatchObject({ productNumber: 1200, estimatedDuration: 1200 });
});

it('the preview tolerates an empty title and invalid numbers', () => {
  const invalidDraft = { ...draft, title: ' ', productNumber: 'x', estimatedDuration: 'y' };
  expect(previewOf(invalidDraft)).toMatchObject({
    title: 'Untitled',
    price: 999,
    productNumber: 1,
    estimatedDuration: null,
  });
});

it('a product with an invalid price is not previewed as free, but a free product is', () => {
  const mistyped = { ...draft, price: '9,9O' };
  expect(previewOfDraft(mistyped, undefined)).toEqual({ error: 'Enter a price in dollars such as 9.99' });
  expect(previewOf({ ...mistyped, isFree: true })).toMatchObject({ price: 0, isFree: true });
  expect(previewOf({ ...draft, price: '0' })).toMatchObject({ price: 0, isFree: true });
});
