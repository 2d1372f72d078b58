import { z } from 'zod';

/** Light and dark backgrounds. If only one logo exists, it is shown on both. */
export const logoThemes = ['light', 'dark'] as const;
export type LogoTheme = (typeof logoThemes)[number];

export const logoFile = {
  maxBytes: 512 * 1024,
  contentTypes: ['image/png', 'image/jpeg'],
  hint: 'PNG or JPG up to 512 kB, best with a transparent background',
} as const;

const siteLogoView = z.object({
  address: z.string(),
  /** The hash of the image. */
  hash: z.string(),
  width: z.int(),
  height: z.int(),
});

/** A theme without a logo is absent. Without any logo, pages show a small range grid. */
export const siteLogosView = z.object({ light: siteLogoView.optional(), dark: siteLogoView.optional() });
export type SiteLogos = z.infer<typeof siteLogosView>;

const theme = z.enum(logoThemes);
/** The hash of the logo that the admin saw, so that a concurrent change by another admin is not overwritten. */
const shown = z.string().max(64).nullable();
/** Base64 has four characters for three bytes. */
const longestImage = Math.ceil(logoFile.maxBytes / 3) * 4;

export const saveLogoInput = z.object({
  theme,
  image: z
    .base64({ error: 'Choose a PNG or JPG' })
    .min(1, 'Choose a PNG or JPG')
    .max(longestImage, `This file is too large: ${logoFile.hint}`),
  shown,
});
export type SaveLogoInput = z.infer<typeof saveLogoInput>;

export const removeLogoInput = z.object({ theme, shown });
export type RemoveLogoInput = z.infer<typeof removeLogoInput>;
