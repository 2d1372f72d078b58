import {
  currentUserUrl,
  type PageState,
  pageStateElement,
  type RenderedPage,
  waitsForInput,
} from '../../shared/page-state.ts';
import { paletteCss, paletteElement } from '../../shared/palettes.ts';
import { siteSettingsDefaults } from '../../shared/site-settings.ts';
import { escapeHtml } from '../messages/email/render-email.ts';

export type PageParts = {
  state: PageState;
  /** If absent, the browser renders the page into an empty shell. */
  rendered?: RenderedPage | undefined;
  /** Public URL of the page. */
  canonical?: string | undefined;
  /** Path of the picture in link previews, if the page has its own. */
  picture?: string | undefined;
  /** Origin for URLs that must be absolute. */
  origin: string;
  fonts: readonly string[];
  chunks: readonly string[];
  /** Only the app shell is rendered; the client renders the content. */
  isAppShell?: boolean;
  /** The application is loaded on the visitor's first interaction, see `shared/page-state.ts`. */
  waitsForInput?: boolean;
  /** The style sheet's URL and text. Rendered pages inline the text, so that nothing blocks the first paint. */
  style: { url: string; text: string };
};

/** JSON in which `<` is escaped, so that the text cannot end the script element that contains it. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Inserts a page's parts into the built `index.html`. */
export function fillTemplate(template: string, parts: PageParts): string {
  const { state, rendered } = parts;
  const title = rendered?.title ?? state.settings.academyName;
  let html = withIcon(template, state);
  html = html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);
  html = insertBefore(html, '</head>', preloads(parts) + paletteStyle(state));
  html = insertBefore(
    html,
    '</body>',
    `<script type="application/json" id="${pageStateElement}">${inertJson(state)}</script>\n  `,
  );
  return rendered ? withContent(html, rendered, parts) : html;
}

/**
 * Inserts the description and the content, and replaces the link to the style sheet with the text of the style sheet.
 */
function withContent(template: string, rendered: RenderedPage, parts: PageParts): string {
  const { style } = parts;
  let html = template;
  if (rendered.description) {
    html = html.replace(/<meta\s+name="description"[^>]*>/, () => descriptionTags(rendered, parts));
  }
  html = html.replace(/<link rel="stylesheet"[^>]*>/, (link) =>
    link.includes(`"${style.url}"`) ? `<style>${style.text}</style>` : link,
  );
  const attribute = parts.waitsForInput ? ` ${waitsForInput}` : '';
  return replaceOnce(html, '<div id="root"></div>', `<div id="root"${attribute}>${rendered.html}</div>`);
}

/** A logo that is roughly square is also the icon of the browser tab. */
function withIcon(html: string, { logos }: PageState): string {
  const logo = logos?.light ?? logos?.dark;
  if (!logo || Math.max(logo.width, logo.height) > 1.3 * Math.min(logo.width, logo.height)) return html;
  return html.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(logo.address)}">`);
}

/**
 * @throws Error if the template does not contain the placeholder, so that a change of index.html cannot drop a part
 * unnoticed
 */
function replaceOnce(html: string, placeholder: string, text: string): string {
  if (!html.includes(placeholder)) throw new Error(`index.html has no ${placeholder}`);
  return html.replace(placeholder, () => text);
}

function insertBefore(html: string, placeholder: string, text: string): string {
  return replaceOnce(html, placeholder, text + placeholder);
}

function preloads({ state, fonts, chunks, waitsForInput: waits, isAppShell }: PageParts): string {
  const lines = [
    ...fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    // A link without `rel` has no effect until src/client/start.ts sets it after the first paint. A page that is
    // only the app shell loads its chunks immediately, because it paints quickly and its content needs them.
    ...chunks.map((chunk) =>
      isAppShell
        ? `<link rel="modulepreload" fetchpriority="low" crossorigin href="${chunk}">`
        : `<link data-after-paint crossorigin href="${chunk}">`,
    ),
  ];
  // Preloads the current user, so that the response arrives while the scripts are still loading.
  if (!waits && !state.own) {
    const href = escapeHtml(currentUserUrl);
    lines.push(`<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="${href}">`);
  }
  return lines.map((line) => `  ${line}\n  `).join('');
}

/** The style element with the colors that an admin chose; empty for the default colors. */
function paletteStyle({ settings }: PageState): string {
  const css = paletteCss(settings.palette);
  return css === '' ? '' : `<style id="${paletteElement}">${css}</style>\n  `;
}

/**
 * `share.png` shows the original name and headline. After a change of either, link previews use an image without text.
 */
function shareImage({ settings, texts }: PageState): string {
  const isOriginal =
    settings.academyName === siteSettingsDefaults.academyName && texts?.heroTitle === undefined;
  return isOriginal ? 'share.png' : 'share-plain.png';
}

/** The description, the canonical URL, and the tags for link previews. */
function descriptionTags(rendered: RenderedPage, { canonical, picture, origin, state }: PageParts): string {
  const meta = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`;
  return [
    `<meta name="description" content="${escapeHtml(rendered.description)}">`,
    ...(canonical ? [`<link rel="canonical" href="${escapeHtml(canonical)}">`] : []),
    meta('og:type', 'website'),
    meta('og:site_name', state.settings.academyName),
    meta('og:title', rendered.title),
    meta('og:description', rendered.description),
    ...(canonical ? [meta('og:url', canonical)] : []),
    meta('og:image', `${origin}${picture ?? `/${shareImage(state)}`}`),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ');
}
