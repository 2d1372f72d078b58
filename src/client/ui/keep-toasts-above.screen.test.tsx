import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { keepToastsAbove } from './keep-toasts-above.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const offset = () => document.documentElement.style.getPropertyValue('--sticky-bar');

it('when one of two bars disappears, toasts stay above the other', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: () => void;
      constructor(report: () => void) {
        this.#report = report;
      }
      observe() {
        this.#report();
      }
      disconnect() {}
    },
  );
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (...names: string[]) =>
    root.render(names.map((name) => <div key={name} ref={keepToastsAbove} />));
  show('email', 'prices');
  await expect.poll(() => offset()).not.toBe('');
  show('prices');
  await expect.poll(() => document.querySelectorAll('div > div')).toHaveLength(1);
  expect(offset()).not.toBe('');
  root.unmount();
  await expect.poll(() => offset()).toBe('');
});
