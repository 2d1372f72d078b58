import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followTranslation } from './follow-translation.ts';

const { removeChild, insertBefore } = Node.prototype;
let page: HTMLElement;
let root: Root;

beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  followTranslation(page);
});
afterEach(() => {
  root.unmount();
  page.remove();
  Object.assign(Node.prototype, { removeChild, insertBefore });
});

type OrderProps = { total: string; isPaid?: boolean; note?: string };

function Order({ total, isPaid = false, note }: OrderProps) {
  return (
    <p>
      Total: {total}
      {note}
      {isPaid ? <b>Paid</b> : 'Open'}
    </p>
  );
}

/** Renders the order, and waits until the observer of `followTranslation` has run. */
async function show(order: OrderProps): Promise<void> {
  flushSync(() => root.render(<Order {...order} />));
  await Promise.resolve();
}

/** Replaces each text node as Chrome does. */
async function translate(): Promise<void> {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.parentElement?.tagName === 'FONT') continue;
    const translation = document.createElement('font');
    translation.textContent = `«${text.nodeValue}»`;
    text.parentNode?.insertBefore(translation, text);
    text.parentNode?.removeChild(text);
  }
  await Promise.resolve();
}

it('when React removes a translated text, its translation is removed, too', async () => {
  await show({ total: '$10.00', note: ' with tax ' });
  await translate();
  await show({ total: '$10.00', isPaid: true });
  expect(page.textContent).toBe('«Total: »«$10.00»Paid');
  expect(page.querySelector('b')).not.toBeNull();
});

it('each time a text changes, the new text replaces the translation of the old one', async () => {
  await show({ total: '$10.00' });
  await translate();
  await show({ total: '$8.00' });
  expect(page.textContent).toBe('«Total: »$8.00«Open»');
  await translate();
  expect(page.textContent).toBe('«Total: »«$8.00»«Open»');
  await show({ total: '$6.00' });
  expect(page.textContent).toBe('«Total: »$6.00«Open»');
});

it('a new text is inserted before a translated one', async () => {
  await show({ total: '$10.00' });
  await translate();
  await show({ total: '$10.00', note: ' with tax ' });
  expect(page.textContent).toBe('«Total: »«$10.00» with tax «Open»');
});

it('a text that only moves is not taken for a translated one', async () => {
  await show({ total: '$10.00' });
  await translate();
  const p = page.querySelector('p') as HTMLElement;
  const text = document.createTextNode(' with tax');
  p.firstElementChild?.after(text);
  await Promise.resolve();
  p.append(text);
  await Promise.resolve();
  text.data = ' without tax';
  await Promise.resolve();
  expect(page.textContent).toBe('«Total: »«$10.00»«Open» without tax');
});
