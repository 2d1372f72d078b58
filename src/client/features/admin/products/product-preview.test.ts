import { expect, it } from 'vitest';
import { newProductDraft } from './product-draft.ts';
import { previewOfDraft } from './product-preview.ts';

const draft = newProductDraft('pdf', []);

it('shows a new PDF as a student without it would see it', () => {
  expect(previewOfDraft({ ...draft, title: 'Rivers' }, undefined, undefined)).toMatchObject({
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

it('says what the buyer will find', () => {
  const withFile = { ...draft, filePath: '/objects/x', content: 'Text' };
  expect(previewOfDraft(withFile, undefined, 2_048).includes).toEqual({
    file: { sizeBytes: 2_048 },
    video: false,
    text: true,
  });
  const video = { ...newProductDraft('session', []), videoPath: '/objects/x' };
  expect(previewOfDraft(video, undefined, undefined).includes.video).toBe(true);
  expect(previewOfDraft({ ...video, videoSource: 'link' }, undefined, undefined).includes.video).toBe(false);
});

it('survives what is not right yet, and calls a price of nothing free', () => {
  const odd = { ...draft, title: ' ', price: 'ten', productNumber: 'x', estimatedDuration: 'y' };
  expect(previewOfDraft(odd, undefined, undefined)).toMatchObject({
    title: 'Without a title yet',
    price: 0,
    isFree: true,
    productNumber: 1,
    estimatedDuration: null,
  });
});
