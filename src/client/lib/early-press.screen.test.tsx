import { expect, it } from 'vitest';
import { announceContent, keepEarlyPress } from './early-press.ts';

it('leaves a link to the browser until the content of the page is hydrated', () => {
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
