import { expect, it, vi } from 'vitest';

it('a click on a link does not reach the router before the content of the page is hydrated', async () => {
  vi.resetModules();
  const { announceHydrated, announceContentHydrated, replayEarlyInput } = await import('./early-input.ts');
  // Screens of earlier tests have set the attribute.
  document.documentElement.removeAttribute('data-content-hydrated');
  document.body.innerHTML = '<main><a href="#next"><b>Next</b></a></main>';
  const events: string[] = [];
  document.querySelector('main')?.addEventListener('click', () => events.push('router'), true);
  replayEarlyInput();
  const text = document.querySelector('b');

  text?.click();
  expect(events).toEqual([]);

  announceHydrated();
  announceContentHydrated();
  text?.click();
  expect(events).toEqual(['router']);
  document.body.replaceChildren();
});

it('changes of a select and a checkbox before hydration are repeated after hydration', async () => {
  vi.resetModules();
  const { announceHydrated, replayEarlyInput } = await import('./early-input.ts');
  document.body.innerHTML = '<select><option>10<option>20</select><input type="checkbox">';
  const [list, box] = [document.querySelector('select'), document.querySelector('input')];
  if (!list || !box) throw new Error('the fields are missing');
  replayEarlyInput();
  list.value = '20';
  list.dispatchEvent(new Event('change', { bubbles: true }));
  box.click();
  // Simulates a rendering, which resets the fields.
  list.value = '10';
  box.checked = false;

  const events: unknown[] = [];
  list.addEventListener('change', () => events.push(list.value));
  box.addEventListener('click', () => events.push(box.checked));
  announceHydrated();
  await expect.poll(() => events).toEqual(['20', true]);
  announceHydrated();
  list.dispatchEvent(new Event('change', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(events).toEqual(['20', true, '20']);
  document.body.replaceChildren();
});

it('before hydration, a form without an action is not sent; after hydration, its button is clicked again', async () => {
  vi.resetModules();
  const { announceHydrated, replayEarlyInput } = await import('./early-input.ts');
  document.body.innerHTML =
    '<form><input name="password"><button>Login</button></form><form action="/products"><button>Search</button></form>';
  replayEarlyInput();
  const [login, search] = document.querySelectorAll('form');
  const isSent = (form: HTMLFormElement | undefined) =>
    form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect(isSent(login)).toBe(false);
  expect(isSent(search)).toBe(true);

  let submits = 0;
  login?.addEventListener('submit', () => {
    submits += 1;
  });
  // Enter in a field clicks the button.
  login?.querySelector('button')?.click();
  expect(submits).toBe(1);
  announceHydrated();
  await expect.poll(() => submits).toBe(2);
  document.body.replaceChildren();
});
