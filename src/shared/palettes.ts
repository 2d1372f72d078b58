/** Lightness, chroma and hue of a color in oklch. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** The colors that a palette replaces in styles.css. */
const paletteTokens = ['primary', 'primary-hover', 'on-primary', 'primary-soft', 'primary-text'] as const;
type PaletteColors = readonly [
  primary: Oklch,
  primaryHover: Oklch,
  onPrimary: Oklch,
  primarySoft: Oklch,
  primaryText: Oklch,
];

export type Palette = {
  name: string;
  /** The colors that replace those of styles.css; absent for the original colors. */
  colors?: { light: PaletteColors; dark: PaletteColors };
  /** The color of links and buttons in emails, whose clients do not support oklch. */
  email: string;
};

/** The palettes that an admin may choose from. Their contrast is tested, in light and dark. */
const palettes = {
  teal: { name: 'Teal', email: '#0b5a6b' },
  forest: {
    name: 'Forest',
    colors: {
      light: [
        [0.44, 0.085, 155],
        [0.38, 0.073, 155],
        [0.99, 0.005, 155],
        [0.95, 0.022, 155],
        [0.42, 0.081, 155],
      ],
      dark: [
        [0.78, 0.105, 160],
        [0.84, 0.095, 160],
        [0.2, 0.03, 160],
        [0.3, 0.05, 160],
        [0.82, 0.095, 160],
      ],
    },
    email: '#24603d',
  },
  ocean: {
    name: 'Ocean',
    colors: {
      light: [
        [0.44, 0.11, 250],
        [0.38, 0.095, 250],
        [0.99, 0.003, 250],
        [0.95, 0.022, 250],
        [0.42, 0.104, 250],
      ],
      dark: [
        [0.78, 0.1, 245],
        [0.84, 0.084, 245],
        [0.2, 0.03, 245],
        [0.3, 0.05, 245],
        [0.82, 0.09, 245],
      ],
    },
    email: '#16558c',
  },
  indigo: {
    name: 'Indigo',
    colors: {
      light: [
        [0.44, 0.13, 280],
        [0.38, 0.112, 280],
        [0.99, 0.003, 280],
        [0.95, 0.022, 280],
        [0.42, 0.123, 280],
      ],
      dark: [
        [0.78, 0.095, 280],
        [0.84, 0.08, 280],
        [0.2, 0.03, 280],
        [0.3, 0.05, 280],
        [0.82, 0.086, 280],
      ],
    },
    email: '#474698',
  },
  plum: {
    name: 'Plum',
    colors: {
      light: [
        [0.44, 0.12, 335],
        [0.38, 0.103, 335],
        [0.99, 0.005, 335],
        [0.95, 0.022, 335],
        [0.42, 0.114, 335],
      ],
      dark: [
        [0.78, 0.1, 335],
        [0.84, 0.09, 335],
        [0.2, 0.03, 335],
        [0.3, 0.05, 335],
        [0.82, 0.09, 335],
      ],
    },
    email: '#79346c',
  },
  ink: {
    name: 'Ink',
    colors: {
      light: [
        [0.44, 0.028, 255],
        [0.38, 0.024, 255],
        [0.99, 0.003, 255],
        [0.95, 0.008, 255],
        [0.42, 0.027, 255],
      ],
      dark: [
        [0.78, 0.028, 250],
        [0.84, 0.025, 250],
        [0.2, 0.028, 250],
        [0.3, 0.022, 250],
        [0.82, 0.025, 250],
      ],
    },
    email: '#485462',
  },
} as const satisfies Record<string, Palette>;

export type PaletteKey = keyof typeof palettes;
export const paletteKeys = Object.keys(palettes) as [PaletteKey, ...PaletteKey[]];

export function paletteOf(key: PaletteKey): Palette {
  return palettes[key];
}

/** Id of the style element on pages with a palette other than the original one. */
export const paletteElement = 'palette';

/** The style sheet of a palette; empty for the original colors. */
export function paletteCss(key: PaletteKey): string {
  const { colors } = paletteOf(key);
  if (!colors) return '';
  const rule = (values: PaletteColors) =>
    `:root{${paletteTokens
      .map((token, index) => `--color-${token}:oklch(${values[index]?.join(' ')})`)
      .join(';')}}`;
  // Print always uses light colors.
  return `${rule(colors.light)}@media screen and (prefers-color-scheme:dark){${rule(colors.dark)}}`;
}
