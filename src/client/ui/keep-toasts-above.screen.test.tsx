import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { keepToastsAbove } from './keep-toasts-above.ts';

afterEach(() => vi.unstubAllGlobals());

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
  const bars = (...names: string[]) => names.map((name) => <div key={name} ref={keepToastsAbove} />);
  const root = render(bars('email', 'prices'));
  await expect.poll(() => offset()).not.toBe('');
  root.render(bars('prices'));
  await expect.poll(() => document.querySelectorAll('div > div')).toHaveLength(1);
  expect(offset()).not.toBe('');
  root.unmount();
  await expect.poll(() => offset()).toBe('');
});
