import { expect, it } from 'vitest';
import { newProductDraft } from './product-draft.ts';
import { previewOfDraft } from './product-preview.ts';

const draft = newProductDraft('pdf', []);

it('the preview shows a new PDF as a student without access sees it', () => {
  expect(previewOfDraft({ ...draft, title: 'Rivers' }, undefined)).toMatchObject({
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
  expect(previewOfDraft(withFile, undefined).includes).toEqual({
    file: { sizeBytes: 0 },
    video: false,
    text: true,
  });
  const video = { ...newProductDraft('session', []), videoPath: '/objects/x' };
  expect(previewOfDraft(video, undefined).includes.video).toBe(true);
  expect(previewOfDraft({ ...video, videoSource: 'link' }, undefined).includes.video).toBe(false);
});

it('the preview accepts thousands separators in numbers, as the editor does when it saves', () => {
  const typed = { ...draft, productNumber: '1,200', estimatedDuration: '1,200' };
  expect(previewOfDraft(typed, undefined)).toMatchObject({ productNumber: 1200, estimatedDuration: 1200 });
});

it('the preview tolerates invalid fields, and shows an invalid price as free', () => {
  const invalidDraft = { ...draft, title: ' ', price: 'ten', productNumber: 'x', estimatedDuration: 'y' };
  expect(previewOfDraft(invalidDraft, undefined)).toMatchObject({
    title: 'Untitled',
    price: 0,
    isFree: true,
    productNumber: 1,
    estimatedDuration: null,
  });
});
