import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { admin } from '../academy.ts';
import { overflowOf } from '../overflow.ts';
import { ownAcademy } from '../own-academy.ts';
import { hydrated, settle } from '../settled-page.ts';
import { demoStudent, signedInContext, signIn } from '../sign-in.ts';

/**
 * The texts of the landing page and the navigation bar. `npm run test:all` tests them on phone, tablet and desktop,
 * each in the light and the dark theme.
 */

const academy = ownAcademy();

/** The texts that each part of the page must show. */
const sentences: [part: string, texts: (string | RegExp)[]][] = [
  ['#home', [/^Master the game/, 'Start Training', /^Watch Demo/]],
  [
    '#training',
    [
      /free poker client for play money/,
      'Hand analysis tools',
      'Opponent tracking',
      'Tournament strategy modules',
      /^Tutorial/,
      'Create a free account',
      'Download the desktop app',
      'Join the training rooms',
    ],
  ],
  [
    '#terms-of-sale',
    [
      /Charges appear on your card statement under the short descriptor POKER ACADEMY/,
      /First-time purchases are refunded if you ask within 30 days/,
      /A renewal of a subscription is non-refundable once it has been charged/,
      /These terms are governed by New Jersey law/,
      /for education only. It is not tied to real-money gambling/,
      /contact support before filing a dispute/,
    ],
  ],
  ['[aria-labelledby=account-title]', ['Register', 'Log in']],
  [
    '#community',
    ['Discord', 'WhatsApp', 'Telegram', '15,000+', 'members', '24/7', 'support', 'Daily', 'live sessions'],
  ],
  ['#contact', ['Ask us anything']],
  [
    '[aria-labelledby=footer-programs]',
    [
      'Beginner Foundations',
      'Tournament Mastery',
      'Cash Game Excellence',
      'Mental Game Coaching',
      'Bankroll Management',
    ],
  ],
  ['[aria-labelledby=footer-resources]', ['Resources', 'Product shop', 'My Learning Library']],
  ['[aria-labelledby=footer-contact]', ['Contact', 'Write to us']],
  ['footer', [/^© \d{4} Poker Academy/]],
];

/** Expects that the element is visible after scrolling and within the width of the window. */
async function expectWhole(element: Locator, page: Page, what: string): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  await expect(element, what).toBeInViewport();
  const box = await element.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x, `${what} begins inside`).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0), `${what} ends inside`).toBeLessThanOrEqual(width);
}

/** The innermost element with this text. */
function elementWith(part: Locator, text: string | RegExp): Locator {
  return part.getByText(text, { exact: typeof text === 'string' }).last();
}

function menuLink(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('link', { name, exact: true });
}

async function openMenu(page: Page): Promise<void> {
  await hydrated(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
}

async function expectMenuClosed(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveAttribute('aria-expanded', 'false');
}

async function signedInPage(context: BrowserContext, who: typeof demoStudent): Promise<Page> {
  await signIn(context, academy.url, who);
  const page = await context.newPage();
  await page.goto(academy.url);
  return page;
}

/** Themes differ only in colors, so `npm test` tests the phone only in dark and the desktop only in light. */
const looks = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  ...(process.env.ALL_LOOKS
    ? ([
        { width: 390, colorScheme: 'light' },
        { width: 768, colorScheme: 'light' },
        { width: 768, colorScheme: 'dark' },
        { width: 1440, colorScheme: 'dark' },
      ] as const)
    : []),
] as const;

for (const { width, colorScheme } of looks) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme });

    test('the landing page shows all texts completely within the window', async ({ page }) => {
      await page.goto(academy.url);
      for (const [part, texts] of sentences) {
        for (const text of texts) {
          await expectWhole(elementWith(page.locator(part), text), page, `${part}: ${text}`);
        }
      }
      for (const name of ['Discord', 'WhatsApp', 'Telegram']) {
        await expectWhole(page.getByRole('link', { name: `Join ${name}` }), page, name);
      }
      await expect(page.getByRole('form', { name: 'Ask us anything' })).toBeVisible();
      expect(await overflowOf(page)).toBe(0);
    });

    test('the navigation bar links visitors to home, products, contact and login', async ({ page }) => {
      await page.goto(`${academy.url}/products`);
      await expectWhole(menuLink(page, 'Login / Sign Up'), page, 'Login / Sign Up');
      await expectWhole(menuLink(page, 'Poker Academy'), page, 'brand');

      await openMenu(page);
      await menuLink(page, 'Contact').click();
      await expect(page).toHaveURL(`${academy.url}/#contact`);
      await expectMenuClosed(page);
      await expect(page.getByRole('heading', { name: 'Ask us anything' })).toBeInViewport();
      await expect(page.getByRole('form', { name: 'Ask us anything' }).getByLabel('Name')).toBeInViewport();
      // Waits for the focus: an open menu closes when the section gets the focus after scrolling.
      await expect(page.locator('#contact')).toBeFocused();

      await openMenu(page);
      await menuLink(page, 'Home').click();
      await expectMenuClosed(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      await expect(page.locator('#home')).toBeFocused();

      await openMenu(page);
      await menuLink(page, 'Products').last().click();
      await expect(page).toHaveURL(`${academy.url}/products`);
      await expectMenuClosed(page);

      await openMenu(page);
      await menuLink(page, 'Home').click();
      await expect(page).toHaveURL(`${academy.url}/#home`);

      await page.goto(`${academy.url}/products`);
      await menuLink(page, 'Poker Academy').click();
      await expect(page).toHaveURL(`${academy.url}/`);
      await menuLink(page, 'Login / Sign Up').click();
      await expect(page).toHaveURL(`${academy.url}/auth`);
    });

    test('the navigation bar changes its style beyond 50 px of scrolling', async ({ page }) => {
      await page.goto(academy.url);
      const bar = page.getByRole('banner');
      await expect(menuLink(page, 'Login / Sign Up')).toBeVisible();
      const look = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
      const before = await look();
      await page.evaluate(() => window.scrollTo(0, 50));
      await expect(bar).not.toHaveAttribute('data-scrolled');
      await page.evaluate(() => window.scrollTo(0, 51));
      await expect(bar).toHaveAttribute('data-scrolled');
      await expect.poll(look).not.toBe(before);
    });

    test('the navigation bar has an account menu, which links only admins to the admin area', async ({
      browser,
    }) => {
      for (const who of [demoStudent, admin]) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
        const page = await signedInPage(context, who);
        const me: { firstName: string; lastName: string; email: string } = await (
          await context.request.get(`${academy.url}/api/user`)
        ).json();
        const button = page.getByRole('button', { name: 'Account menu' });
        const initials = (me.firstName.slice(0, 1) + me.lastName.slice(0, 1)).toUpperCase();
        await expectWhole(button.getByText(initials, { exact: true }), page, 'initials');
        await expect(menuLink(page, 'Login / Sign Up')).toHaveCount(0);
        await button.click();
        const bar = page.getByRole('banner');
        const name = bar.getByText(`${me.firstName} ${me.lastName}`, { exact: true }).last();
        await expectWhole(name, page, 'name');
        await expectWhole(bar.getByText(me.email), page, 'email');
        await expect(menuLink(page, 'Coaching Dashboard')).toHaveAttribute('href', '/coaching-dashboard');
        await expect(menuLink(page, 'Profile')).toHaveAttribute('href', '/profile');
        await expect(menuLink(page, 'Admin Panel')).toHaveCount(who === admin ? 1 : 0);
        await menuLink(page, 'Profile').click();
        await expect(page).toHaveURL(`${academy.url}/profile`);
        // The new page takes the focus, which closes the menu.
        await expect(page.getByRole('main')).toBeFocused();
        await button.click();
        await bar.getByRole('button', { name: 'Logout' }).click();
        await expect(page).toHaveURL(`${academy.url}/`);
        await expect(menuLink(page, 'Login / Sign Up')).toBeVisible();
        await context.close();
      }
    });
  });
}

test('a link from another page to a section opens the landing page and scrolls smoothly to the section after 100 ms', async ({
  browser,
}) => {
  const page = await browser.newPage({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const seen: { what: string; at: number; behavior?: unknown }[] = [];
    Object.assign(window, { seen });
    const scroll = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function record(options) {
      const behavior = typeof options === 'object' ? options.behavior : undefined;
      seen.push({ what: this.id, at: performance.now(), behavior });
      scroll.call(this, options);
    };
    const push = history.pushState;
    history.pushState = function record(...change) {
      push.apply(this, change);
      seen.push({ what: window.location.hash, at: performance.now() });
    };
  });
  await page.goto(`${academy.url}/products`);
  await expect(menuLink(page, 'Login / Sign Up')).toBeVisible();
  await openMenu(page);
  await menuLink(page, 'Contact').click();
  await expect(page.locator('#contact')).toBeFocused();
  const seen = await page.evaluate((): { what: string; at: number; behavior?: unknown }[] =>
    Reflect.get(window, 'seen'),
  );
  const changed = seen.find(({ what }) => what === '#contact');
  const scrolled = seen.find(({ what }) => what === 'contact');
  expect(scrolled?.behavior).toBe('smooth');
  expect((scrolled?.at ?? 0) - (changed?.at ?? 0)).toBeGreaterThanOrEqual(100);
  await expect(page.getByRole('heading', { name: 'Ask us anything' })).toBeInViewport();
  await page.close();
});

test('the URL of a section opens the landing page at the section', async ({ page }) => {
  await page.goto(`${academy.url}/#contact`);
  await expect(page.getByRole('heading', { name: 'Ask us anything' })).toBeInViewport();
});

test('external links except Watch Demo are disabled until an admin sets their URLs', async ({ browser }) => {
  const adminContext = await signedInContext(browser, academy.url, admin);
  const set = async (key: string, value: string) => {
    const response = await adminContext.request.post(`${academy.url}/trpc/admin.settings.update`, {
      data: [{ key, value }],
      headers: { origin: academy.url },
    });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const page = await browser.newPage();
  await page.goto(academy.url);
  // Without a video, the link leads to the demo hand of the page, in which visitors choose an action.
  await page.getByRole('link', { name: 'Watch Demo' }).click();
  await page.getByRole('button', { name: 'Fold' }).click();
  await expect(page.getByText('As the coach would.')).toBeVisible();
  await set('telegramUrl', '');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Join Telegram Opening soon' })).toBeDisabled();
  const tutorial = page.locator('#training figure');
  await expect(tutorial).toContainText('Coming soon');
  await expect(tutorial.getByRole('button')).toHaveCount(0);
  const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  await set('watchDemoUrl', video);
  await set('tutorialVideoUrl', video);
  await set('discordUrl', 'https://discord.gg/academy');
  // The script of the lower part of the page is delayed, as on a slow connection.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/landing-page-rest-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await settle(page);
  for (const [name, url] of [
    ['Watch Demo', video],
    ['Join Discord', 'https://discord.gg/academy'],
  ]) {
    const link = page.getByRole('link', { name: `${name} (opens in a new tab)` });
    await expect(link).toHaveAttribute('href', url ?? '');
    await expect(link).toHaveAttribute('target', '_blank');
  }
  // No request is sent to YouTube before the button is pressed.
  const videoRequests: string[] = [];
  await page.route(/youtube/, (route) => {
    videoRequests.push(route.request().url());
    return route.fulfill({ body: 'the video', contentType: 'text/html' });
  });
  const play = page.getByRole('button', { name: /^Play/ });
  await play.scrollIntoViewIfNeeded();
  expect(videoRequests).toEqual([]);
  await play.click();
  release();
  await expect(page.getByTitle('Tutorial: from download to the first hand')).toBeVisible();
  await expect.poll(() => videoRequests[0]).toContain('youtube-nocookie.com/embed/dQw4w9WgXcQ');
  await page.close();
  await adminContext.close();
});

test('the loading state fills the screen until the current user is known', async ({ page }) => {
  // Without a session cookie the page would not wait for the current user.
  await signIn(page.context(), academy.url, demoStudent);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/trpc\/auth\.me/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${academy.url}/search`);
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(loading).toBeVisible();
  expect((await loading.boundingBox())?.height).toBeGreaterThanOrEqual(900);
  release();
  await expect(loading).toHaveCount(0);
});

test.describe('a new visitor on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** Opens the landing page and taps one or two elements in order. */
  async function tap(page: Page, ...targets: [Locator, Locator?]): Promise<void> {
    await page.goto(academy.url);
    await expect(menuLink(page, 'Login / Sign Up')).toBeVisible();
    for (const target of targets) await target?.tap();
  }

  test('a new visitor finds the prices', async ({ page }) => {
    await tap(page, page.getByRole('link', { name: 'Start Training' }));
    // Until the shop is rendered, the prices of the landing page are visible.
    await expect(page.getByRole('heading', { level: 1, name: 'Purchase Individual Products' })).toBeVisible();
    await expectWhole(page.getByText(/^\$\d+\.\d\d$/).first(), page, 'the first price');
    await tap(page, page.getByRole('link', { name: 'Compare memberships' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Choose how far you study' })).toBeVisible();
    await expectWhole(page.getByText(/^\$\d+\.\d\d today, then/).first(), page, 'the first paid membership');
  });

  test('a new visitor finds the refund policy', async ({ page }) => {
    await tap(page, page.getByRole('link', { name: 'How refunds work' }));
    await expect(
      page.getByText('First-time purchases are refunded if you ask within 30 days'),
    ).toBeInViewport();
  });

  test('a new visitor finds the sign-up form', async ({ page }) => {
    await tap(page, menuLink(page, 'Login / Sign Up'), page.getByRole('tab', { name: 'Sign Up' }));
    await expect(page.getByLabel('First name')).toBeInViewport();
    await tap(page, page.getByRole('link', { name: 'Register' }));
    await expect(page.getByLabel('First name')).toBeInViewport();
  });
});
