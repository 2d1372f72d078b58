import { expect, test } from '@playwright/test';
import { openBeforeHydration } from '../before-hydration.ts';
import { ownAcademy } from '../own-academy.ts';
import { nextFrames, settle } from '../settled-page.ts';

const academy = ownAcademy();

const legalPages = [
  { path: '/privacy-policy', title: 'Privacy Policy', law: 'governed by Netherlands law' },
  { path: '/terms-of-service', title: 'Terms of Service', law: 'governed by Netherlands law' },
];

for (const { path, title, law } of legalPages) {
  test(`the area with the text of ${path} is 600 px tall and scrolls with the keyboard`, async ({ page }) => {
    await page.goto(academy.url + path);
    await expect(page).toHaveTitle(new RegExp(`^${title} ·`));
    const area = page.getByRole('region', { name: title });
    await expect(area).toContainText(law);
    await expect(area.getByRole('link', { name: 'contact form' }).first()).toHaveAttribute(
      'href',
      '/#contact',
    );
    // The height includes the border.
    expect((await area.locator('..').boundingBox())?.height).toBe(600);
    await settle(page);
    await area.focus();
    await page.keyboard.press('End');
    // Waits until the scrolling has ended. Otherwise, it would continue after the link has scrolled to its section.
    await expect
      .poll(() => area.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop))
      .toBeLessThan(2);
    expect(await area.evaluate((element) => element.scrollTop)).toBeGreaterThan(600);
    // A link in the table of contents scrolls back up.
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').first().click();
    await expect.poll(() => area.evaluate((element) => element.scrollTop)).toBeLessThan(50);
  });
}

test('footer links lead to the legal pages and to the documentation of the API', async ({ page }) => {
  await page.goto(`${academy.url}/products`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'API' }).click();
  await expect(page).toHaveTitle('API of the Poker Academy');
});

for (const path of ['/', '/#contact', '/products']) {
  test(`hydration preserves the scroll position of a visitor on ${path}`, async ({ page }) => {
    const release = await openBeforeHydration(page, academy.url + path);
    // Scrolls again until the page is tall enough for this position.
    await expect
      .poll(() =>
        page.evaluate(() => {
          scrollTo(0, 600);
          return scrollY;
        }),
      )
      .toBe(600);
    await nextFrames(page);
    await page.evaluate(() => {
      const positions: number[] = [];
      Object.assign(window, { positions });
      document.addEventListener('scroll', () => positions.push(scrollY));
    });
    release();
    await settle(page);
    await nextFrames(page);
    expect(await page.evaluate(() => ({ scrollY, positions: Reflect.get(window, 'positions') }))).toEqual({
      scrollY: 600,
      positions: [],
    });
    // The next page still starts at the top.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
}

test('Back returns to the position from which a link scrolled to a section', async ({ page }) => {
  await page.goto(academy.url);
  await settle(page);
  await page.evaluate(() => scrollTo(0, 50));
  await nextFrames(page);
  await page.getByRole('main').locator('a[href="/#demo"]').first().click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(50);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`in a legal text, Back returns to the position from which a link led to another section (prefers-reduced-motion: ${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(`${academy.url}/terms-of-service`);
    // The scripts load on the first input.
    await page.keyboard.press('Tab');
    await settle(page);
    const text = page.getByRole('region', { name: 'Terms of Service' });
    const position = () => text.evaluate(({ scrollTop }) => Math.round(scrollTop));
    const links = [
      text.locator('a[href="#purchases"]').first(),
      page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(6),
    ];
    for (const link of links) {
      await text.evaluate((area) => area.scrollTo(0, 300));
      await link.scrollIntoViewIfNeeded();
      await nextFrames(page);
      const before = await position();
      await link.click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SECTION');
      await expect.poll(position).not.toBe(before);
      await nextFrames(page);
      await page.goBack();
      await expect.poll(position).toBe(before);
    }
  });
}
