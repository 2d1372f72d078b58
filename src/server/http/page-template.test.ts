import { describe, expect, it } from 'vitest';
import { siteSettingsDefaults } from '../../shared/site-settings.ts';
import { fillTemplate, type PageParts } from './page-template.ts';

const template = `<!doctype html><html><head><title>Old</title>
<meta
  name="description"
  content="old"
/>
<link rel="stylesheet" crossorigin href="/assets/a.css">
</head><body><div id="root"></div></body></html>`;

const parts: PageParts = {
  state: { settings: siteSettingsDefaults },
  // In a replacement string of `replace`, `$&` would insert the placeholder again.
  rendered: { html: '<h1>$& Drawn</h1>', title: 'A "title" <b>', description: 'Says & "more"' },
  canonical: 'https://academy.test/products',
  origin: 'https://academy.test',
  fonts: ['/assets/f.woff2'],
  chunks: ['/assets/page.js'],
  style: { url: '/assets/a.css', text: 'body{color:red}' },
};

describe('fillTemplate', () => {
  it('inserts the rendered page unchanged, and the title and the description escaped', () => {
    const html = fillTemplate(template, parts);
    expect(html).toContain('<div id="root"><h1>$& Drawn</h1></div>');
    expect(html).toContain('<title>A &#34;title&#34; &#60;b&#62;</title>');
    expect(html).toContain('<meta name="description" content="Says &#38; &#34;more&#34;">');
    expect(html).not.toContain('old');
    expect(html).toContain('<link rel="canonical" href="https://academy.test/products">');
    expect(html).toContain('<meta property="og:image" content="https://academy.test/share.png">');
  });

  it('inlines the style, and preloads fonts and chunks', () => {
    const html = fillTemplate(template, parts);
    expect(html).toContain('<style>body{color:red}</style>');
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).toContain(
      '<link rel="preload" href="/assets/f.woff2" as="font" type="font/woff2" crossorigin>',
    );
    // The client turns this link into a preload after the first paint.
    expect(html).toContain('<link data-after-paint crossorigin href="/assets/page.js">');
  });

  it('escapes settings, so that they cannot end the script element of the page state', () => {
    const academyName = '</script><script>alert(1)</script>';
    const html = fillTemplate(template, {
      ...parts,
      state: { settings: { ...siteSettingsDefaults, academyName } },
    });
    expect(html).not.toContain('<script>alert');
    const json = /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({ settings: { academyName } });
  });

  it('keeps the empty shell and the linked style sheet for a page that was not rendered', () => {
    const html = fillTemplate(template, { ...parts, rendered: undefined, chunks: [] });
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('rel="stylesheet"');
    expect(html).toContain('<title>Poker Academy</title>');
    expect(html).toContain('id="page-state"');
  });

  it('uses a square logo as the favicon, and a preview image without text if the academy does not have the default name', () => {
    const logo = { address: '/api/logo/abc', hash: 'abc', width: 96, height: 96 };
    const state = {
      settings: { ...siteSettingsDefaults, academyName: 'River School' },
      logos: { light: logo },
    };
    const withLink = template.replace(
      '</head>',
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head>',
    );
    const html = fillTemplate(withLink, { ...parts, state });
    expect(html).toContain('<link rel="icon" href="/api/logo/abc">');
    expect(html).toContain('<meta property="og:image" content="https://academy.test/share-plain.png">');
    const wide = { ...state, logos: { light: { ...logo, width: 300 } } };
    expect(fillTemplate(withLink, { ...parts, state: wide })).toContain('href="/favicon.svg"');
  });

  it('inserts, after the style sheet, the colors that an admin chose', () => {
    expect(fillTemplate(template, parts)).not.toContain('id="palette"');
    const settings = { ...siteSettingsDefaults, palette: 'plum' as const };
    const html = fillTemplate(template, { ...parts, state: { settings } });
    expect(html).toMatch(/color:red.*<style id="palette">:root\{--color-primary:oklch\(0\.44 0\.12 335\)/s);
  });

  it('throws for a template that lacks a placeholder', () => {
    expect(() => fillTemplate('<html></html>', parts)).toThrow('index.html has no');
  });
});
