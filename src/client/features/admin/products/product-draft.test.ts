import { describe, expect, it } from 'vitest';
import {
  changedFields,
  draftOfProduct,
  hasContentToSave,
  mergeDrafts,
  newProductDraft,
  readProductDraft,
  readProductType,
  withType,
} from './product-draft.ts';
import { storedProduct } from './testing/stored-product.ts';

const existing = [{ type: 'pdf' }, { type: 'pdf' }, { type: 'session' }] as const;
const titled = (changes: Partial<ReturnType<typeof newProductDraft>> = {}) => ({
  ...newProductDraft('pdf', existing),
  title: 'ICM Basics',
  ...changes,
});

describe('a new product', () => {
  it('a new product starts with defaults', () => {
    expect(newProductDraft('pdf', existing)).toMatchObject({
      productNumber: '3',
      difficulty: 'beginner',
      price: '9.99',
      isActive: true,
      isFree: false,
      estimatedDuration: '',
    });
    expect(newProductDraft('session', existing)).toMatchObject({
      productNumber: '2',
      price: '19.99',
      estimatedDuration: '30',
    });
  });

  it('when the type of a new product changes, fields that were not edited get the defaults of the new type', () => {
    const draft = withType(titled({ price: '12.50' }), 'session', existing);
    expect(draft).toMatchObject({
      type: 'session',
      productNumber: '2',
      price: '12.50',
      estimatedDuration: '30',
    });
    expect(draft.title).toBe('ICM Basics');
  });
});

it('a field counts as content only if it is saved and buyers of that product type receive it', () => {
  expect(hasContentToSave(titled({ content: 'Text', videoUrl: 'https://video.test/1' }))).toBe(false);
  expect(hasContentToSave(titled({ filePath: '/objects/1' }))).toBe(true);
  const session = { ...titled(), type: 'session', content: ' ' } as const;
  expect(hasContentToSave(session)).toBe(false);
  expect(hasContentToSave({ ...session, content: 'Text' })).toBe(true);
  const both = { ...session, videoPath: '/objects/1', videoUrl: '' };
  expect(hasContentToSave({ ...both, videoSource: 'file' })).toBe(true);
  expect(hasContentToSave({ ...both, videoSource: 'link' })).toBe(false);
});

describe('readProductDraft', () => {
  it('dollars become rounded cents, and empty fields become null', () => {
    expect(readProductDraft(titled({ price: '19.995', title: '  ICM Basics ' }))).toMatchObject({
      input: { price: 2000, title: 'ICM Basics', videoUrl: null, content: null, estimatedDuration: null },
    });
  });

  it('an invalid product number becomes 1', () => {
    for (const productNumber of ['', 'x', '0', '-3', '2.5', '1.000', '1e3', '0x10']) {
      expect(readProductDraft(titled({ productNumber }))).toMatchObject({ input: { productNumber: 1 } });
    }
    expect(readProductDraft(titled({ productNumber: ' 7 ' }))).toMatchObject({ input: { productNumber: 7 } });
  });

  it('a whole number may contain commas between thousands, but no point', () => {
    expect(readProductDraft(titled({ productNumber: '1,200', estimatedDuration: '1,200' }))).toMatchObject({
      input: { productNumber: 1200, estimatedDuration: 1200 },
    });
    for (const estimatedDuration of ['1.000', '1e3', '0x10']) {
      expect(readProductDraft(titled({ estimatedDuration })), estimatedDuration).toHaveProperty('errors');
    }
  });

  it.each([
    [{ title: 'Title is required' }, { title: '  ' }],
    [{ price: 'Enter a price in dollars such as 9.99' }, { price: 'ten' }],
    [{ price: 'The price must be 0 or at least $0.50' }, { price: '0.30' }],
    [{ videoUrl: 'Enter an address that starts with https://' }, { videoUrl: 'http://a.test' }],
    [{ videoUrl: 'This address is too long' }, { videoUrl: `https://a.test/${'x'.repeat(2_000)}` }],
    [
      { estimatedDuration: 'Enter whole minutes such as 30, or leave it empty' },
      { estimatedDuration: '1.5' },
    ],
    [
      { title: 'Title is required', price: 'Enter a price in dollars such as 9.99' },
      { title: '', price: '' },
    ],
  ])('an invalid draft is rejected with the errors %j', (errors, changes) =>
    expect(readProductDraft(titled(changes))).toEqual({ errors }),
  );

  it('an unedited product is sent back unchanged', () => {
    const product = storedProduct({
      type: 'session',
      isActive: false,
      isFree: true,
      estimatedDuration: 45,
      prerequisites: 'None',
      author: 'Mara Ellis',
      publishedOn: '2026-11-20',
      outcomes: 'You can count outs',
      contents: 'Outs\nOdds',
      filePath: '/objects/8c1f0a52-0000-4000-8000-000000000001',
      fileName: 'river.pdf',
      coverPath: '/objects/8c1f0a52-0000-4000-8000-000000000002',
      coverName: 'river.png',
      coverAlt: 'A river',
      content: 'Text',
    });
    const draft = draftOfProduct(product);
    const { type, productNumber, title, description, difficulty, price, isActive, isFree } = product;
    const { author, publishedOn, outcomes, contents } = product;
    const { estimatedDuration, prerequisites, filePath, videoUrl, content } = product;
    const { videoPath, captionsPath, coverPath, coverAlt } = product;
    expect(readProductDraft(draft)).toEqual({
      input: {
        type,
        productNumber,
        title,
        description,
        difficulty,
        price,
        isActive,
        isFree,
        estimatedDuration,
        prerequisites,
        filePath,
        videoUrl,
        videoPath,
        captionsPath,
        coverPath,
        coverAlt,
        content,
        author,
        publishedOn,
        questionCredits: 0,
        outcomes,
        contents,
      },
    });
  });

  it('only the selected video or link is saved, and a PDF never saves a video file', () => {
    const draft = titled({
      type: 'session',
      videoUrl: 'https://video.test/1',
      videoPath: '/objects/1',
      captionsPath: '/objects/2',
    });
    const video = { videoUrl: null, videoPath: '/objects/1', captionsPath: '/objects/2' };
    const link = { videoUrl: 'https://video.test/1', videoPath: null, captionsPath: null };
    expect(readProductDraft({ ...draft, videoSource: 'file' })).toMatchObject({ input: video });
    expect(readProductDraft({ ...draft, videoSource: 'link' })).toMatchObject({ input: link });
    expect(readProductDraft({ ...draft, type: 'pdf' })).toMatchObject({ input: link });
  });
});

it('an unknown type is read as "pdf"', () => {
  expect(readProductType('session')).toBe('session');
  expect(readProductType('x')).toBe('pdf');
});

describe('mergeDrafts', () => {
  it('a merge keeps both sets of changes, and prefers local changes in a conflict', () => {
    const start = { ...newProductDraft('pdf', []), title: 'Rivers', price: '9.99' };
    const mine = { ...start, title: 'Rivers, second edition', content: 'New' };
    const theirs = { ...start, title: 'Big rivers', price: '12.00', filePath: '/objects/new' };
    expect(changedFields(start, mine).toSorted()).toEqual(['content', 'title']);
    expect(mergeDrafts(start, mine, theirs)).toEqual({
      ...start,
      title: 'Rivers, second edition',
      content: 'New',
      price: '12.00',
      filePath: '/objects/new',
    });
  });

  it('the video or link of this admin is saved, even if another admin chose the other kind; if this admin only removed the video, the link of the other admin is saved', () => {
    const start = titled({ type: 'session', videoPath: '/objects/1', videoName: 'one.mp4' });
    const linked = { videoSource: 'link', videoPath: null, videoName: null } as const;
    const video = { ...start, videoPath: '/objects/2', videoName: 'two.mp4' };
    const link = { ...start, ...linked, videoUrl: 'https://video.test/1' };
    expect(readProductDraft(mergeDrafts(start, video, link))).toMatchObject({
      input: { videoPath: '/objects/2', videoUrl: null },
    });
    const removed = { ...start, videoPath: null, videoName: null };
    const former = { ...start, ...linked, videoUrl: 'https://video.test/0' };
    for (const [before, mine, theirs] of [
      [former, link, video],
      [start, removed, link],
    ] as const) {
      expect(readProductDraft(mergeDrafts(before, mine, theirs))).toMatchObject({
        input: { videoPath: null, videoUrl: 'https://video.test/1' },
      });
    }
  });
});
