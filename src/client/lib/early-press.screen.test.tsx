import { expect, it, vi } from 'vitest';

it('leaves a link to the browser until the content of the page is hydrated', async () => {
  // A new copy of the module, because screens of other tests have announced their content.
  vi.resetModules();
  const { announceContent, keepEarlyPress } = await import('./early-press.ts');
  document.body.innerHTML = '<main><a href="#next"><b>Next</b></a></main>';
  const heard: string[] = [];
  document.querySelector('main')?.addEventListener('click', () => heard.push('router'), true);
  keepEarlyPress();
  const text = document.querySelector('b');

  text?.click();
  expect(heard).toEqual([]);

  announceContent();
  text?.click();
  expect(heard).toEqual(['router']);
  document.body.replaceChildren();
});
