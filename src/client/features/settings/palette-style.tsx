import { paletteCss } from '../../../shared/palettes.ts';
import { useSiteSettings } from './use-site-settings.ts';

/** The colors that the owner chose, over those of the style sheet. */
export function PaletteStyle() {
  const { palette } = useSiteSettings();
  const css = paletteCss(palette);
  return css === '' ? null : <style>{css}</style>;
}
