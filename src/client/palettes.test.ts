import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Oklch, paletteCss, paletteKeys, paletteOf } from '../shared/palettes.ts';
import { sourcesBelow } from '../testing/sources.ts';

type Rgb = readonly [number, number, number];
type Tokens = ReadonlyMap<string, Oklch>;

const styles = readFileSync(path.join(import.meta.dirname, 'styles.css'), 'utf8');

function tokensIn(css: string): [string, Oklch][] {
  return [...css.matchAll(/--color-([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(
    ([, name = '', ...values]) => {
      const [lightness = 0, chroma = 0, hue = 0] = values.map(Number);
      return [name, [lightness, chroma, hue]];
    },
  );
}

const darkPart = (css: string) => css.slice(css.indexOf('prefers-color-scheme'));
const lightPart = (css: string) => css.slice(0, css.indexOf('prefers-color-scheme'));

/** Linear sRGB, by the matrices of the CSS Color Module. */
function toLinear([lightness, chroma, hue]: Oklch): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function luminance([red, green, blue]: Rgb): number {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return 0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue);
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const asOklab = ([lightness, chroma, hue]: Oklch) => {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)] as const;
};

/** `color-mix(in oklab, one share, other)` */
function mixed(one: Oklch, other: Oklch, share: number): Oklch {
  const [from, to] = [asOklab(one), asOklab(other)];
  const [lightness = 0, a = 0, b = 0] = from.map(
    (part, index) => part * share + (to[index] ?? 0) * (1 - share),
  );
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

/** Pairs of foreground and background colors, with the minimum contrast that WCAG 2.2 AA requires. */
const pairs: [string, string, number][] = [
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['text', 'primary-soft', 4.5],
  ['muted', 'primary-soft', 4.5],
  ['text', 'grid-mixed', 4.5],
  ['primary', 'bg', 3],
  ['primary', 'surface', 3],
  ['primary', 'sunken', 3],
  ['focus', 'primary-soft', 3],
  ...['bg', 'surface', 'sunken', 'primary-soft'].map((background): [string, string, number] => [
    'primary-text',
    background,
    4.5,
  ]),
];

function tokensOf(base: string, palette: string): Tokens {
  const tokens = new Map([...tokensIn(base), ...tokensIn(palette)]);
  const [primary, border] = [tokens.get('primary'), tokens.get('border')];
  // The color that a range grid gives to hands that are played only sometimes, mixed as in styles.css.
  if (primary && border) tokens.set('grid-mixed', mixed(primary, border, 0.42));
  return tokens;
}

describe.each(paletteKeys)('the palette %s', (key) => {
  const css = paletteCss(key);

  it.each([
    ['light', tokensOf(lightPart(styles), lightPart(css))],
    ['dark', tokensOf(darkPart(styles), darkPart(css))],
  ] as const)('has enough contrast in the %s theme', (_theme, tokens) => {
    const failing = pairs.flatMap(([foreground, background, minimum]) => {
      const [one, other] = [tokens.get(foreground), tokens.get(background)];
      if (!one || !other) return [`${foreground} or ${background} is missing`];
      const ratio = contrast(toLinear(one), toLinear(other));
      return ratio < minimum ? [`${foreground} on ${background}: ${ratio.toFixed(2)} of ${minimum}`] : [];
    });
    expect(failing).toEqual([]);
  });

  it('stays within the sRGB gamut', () => {
    const outside = tokensIn(css).filter(([, color]) =>
      toLinear(color).some((part) => part < -0.005 || part > 1.005),
    );
    expect(outside).toEqual([]);
  });

  it('has a color for emails with enough contrast to white', () => {
    const { email } = paletteOf(key);
    const [red = 0, green = 0, blue = 0] = (email.match(/[\da-f]{2}/g) ?? []).map((pair) => {
      const part = Number.parseInt(pair, 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    expect(contrast([red, green, blue], [1, 1, 1])).toBeGreaterThanOrEqual(4.5);
  });
});

// Tailwind writes no rule for a color that the theme does not name, so the element would be transparent.
it('every background names a color of the theme', () => {
  const unknown = sourcesBelow('src/client').flatMap(({ file, text }) =>
    [...text.matchAll(/["'` :]bg-([a-z][a-z0-9-]*)/g)]
      .filter(([, name]) => !styles.includes(`--color-${name}:`))
      .map(([, name]) => `${name} in ${file}`),
  );
  expect(unknown).toEqual([]);
});
