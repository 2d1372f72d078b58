import { afterEach, expect, it } from 'vitest';
import { announcePage, keepEarlyPress } from './early-press.ts';

afterEach(() => {
  announcePage();
  document.body.replaceChildren();
});

it('leaves a link to the browser until the content of the page is hydrated', () => {
  document.body.innerHTML = '<main><a href="#next"><b>Next</b></a></main>';
  const heard: string[] = [];
  document.querySelector('main')?.addEventListener('click', () => heard.push('router'), true);
  keepEarlyPress();
  const text = document.querySelector('b');

  text?.click();
  expect(heard).toEqual([]);

  announcePage();
  text?.click();
  expect(heard).toEqual(['router']);
});
