import { useEffect } from 'react';
import { z } from 'zod';
import {
  type PaletteKey,
  paletteCss,
  paletteElement,
  paletteKeys,
  paletteOf,
} from '../../../../shared/palettes.ts';
import { type LogoTheme, logoThemes } from '../../../../shared/site-logos.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { Form } from '../../../ui/form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useSiteSettings } from '../../settings/use-site-settings.ts';
import { useRefresh } from '../use-refresh.ts';
import { LogoField } from './logo-field.tsx';
import { SaveBar } from './save-bar.tsx';

const logoLabels: Record<LogoTheme, string> = {
  light: 'Logo',
  dark: 'Logo on dark backgrounds',
};

export type LookPanelProps = { onDirty: (isDirty: boolean) => void };

/** Logo and colors of the academy. Colors are shown on this page as soon as they are chosen. */
export function LookPanel({ onDirty }: LookPanelProps) {
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-4 md:grid-cols-2">
        {logoThemes.map((theme) => (
          <LogoField key={theme} theme={theme} label={logoLabels[theme]} />
        ))}
      </div>
      <Colors onDirty={onDirty} />
    </div>
  );
}

const paletteSchema = z.object({ palette: z.enum(paletteKeys) });
const keyOf = (text: string) => paletteKeys.find((key) => key === text);

function describe(_name: 'palette', text: string): string {
  const key = keyOf(text);
  return key ? paletteOf(key).name : text;
}

function Colors({ onDirty }: LookPanelProps) {
  const { palette } = useSiteSettings();
  const form = useStoredForm({ stored: { palette }, version: undefined, schema: paletteSchema, describe });
  const { isDirty } = form;
  const selected = keyOf(form.values.palette) ?? palette;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    showPalette(selected);
    return () => showPalette(palette);
  }, [selected, palette]);
  const { isPending, failure, run } = useAction(
    trpc.admin.settings.update.useMutation({
      onSuccess: () => showToast({ title: 'Saved', description: 'Colors', tone: 'success' }),
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );
  return (
    <Form
      aria-label="Colors"
      onSubmit={() => {
        const typed = form.check();
        if (isDirty && typed) run([{ key: 'palette', value: typed.palette, before: form.seen.palette }]);
      }}
    >
      <fieldset aria-busy={isPending}>
        <legend className="text-sm font-semibold">Colors</legend>
        <div className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-6">
          {paletteKeys.map((key) => (
            <label
              key={key}
              className="relative flex min-h-11 items-center gap-3 rounded-control border border-border bg-surface px-3 has-checked:border-text has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="palette"
                value={key}
                checked={key === selected}
                onChange={() => form.change({ palette: key })}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Swatch palette={key} />
              {paletteOf(key).name}
            </label>
          ))}
        </div>
        <p className="mt-2 text-sm text-muted">
          All are easy to read in light and dark mode. They color buttons, links, covers and emails.
        </p>
      </fieldset>
      <SaveBar
        title="Colors"
        failureTitle="Nothing was saved"
        failure={failure && { ...failure, message: form.field('palette').error ?? failure.message }}
        isPending={isPending}
        isDirty={isDirty}
        onDiscard={form.discard}
      />
    </Form>
  );
}

/** Applies the palette to this page, as the server does to each page that is loaded after the palette is saved. */
function showPalette(palette: PaletteKey): void {
  const style = document.getElementById(paletteElement) ?? document.createElement('style');
  style.id = paletteElement;
  style.textContent = paletteCss(palette);
  document.head.append(style);
}

/**
 * A sample of the palette. It has the palette's color for emails, because the colors of this page change when a palette
 * is chosen.
 */
function Swatch({ palette }: { palette: PaletteKey }) {
  return (
    <span
      aria-hidden="true"
      className="size-5 shrink-0 rounded-full border border-border"
      style={{ backgroundColor: paletteOf(palette).email }}
    />
  );
}
