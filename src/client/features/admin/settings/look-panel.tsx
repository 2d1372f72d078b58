import { useEffect, useState } from 'react';
import {
  type PaletteKey,
  paletteCss,
  paletteElement,
  paletteKeys,
  paletteOf,
} from '../../../../shared/palettes.ts';
import { type LogoTheme, logoThemes } from '../../../../shared/site-logos.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
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

function Colors({ onDirty }: LookPanelProps) {
  const { palette } = useSiteSettings();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<PaletteKey>();
  const selected = chosen ?? palette;
  const isDirty = selected !== palette;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    showPalette(selected);
    return () => showPalette(palette);
  }, [selected, palette]);
  const { isPending, failure, run } = useAction(
    trpc.admin.settings.update.useMutation({
      async onSuccess(_settings, [saved]) {
        showToast({ title: 'Saved', description: 'Colors', tone: 'success' });
        await refresh.afterSuccess();
        // Another palette may have been chosen while this one was being saved.
        setChosen((latest) => (latest === saved?.value ? undefined : latest));
      },
      onError: refresh.afterError,
    }),
  );
  return (
    <form
      aria-label="Colors"
      onSubmit={(event) => {
        event.preventDefault();
        // If another admin has changed the palette in the meantime, the server reports a conflict.
        if (isDirty) run([{ key: 'palette', value: selected, before: palette }]);
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
                onChange={() => setChosen(key)}
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
        failure={failure && { ...failure, message: failure.fields?.palette ?? failure.message }}
        isPending={isPending}
        isDirty={isDirty}
        onDiscard={() => setChosen(undefined)}
      />
    </form>
  );
}

/** Applies the palette to this page, as the server does to each page that is loaded after the palette is saved. */
function showPalette(palette: PaletteKey): void {
  const style = document.getElementById(paletteElement) ?? document.createElement('style');
  style.id = paletteElement;
  style.textContent = paletteCss(palette);
  document.head.append(style);
}

/** Filled with the palette's color for emails, because the colors of this page change with the chosen palette. */
function Swatch({ palette }: { palette: PaletteKey }) {
  return (
    <span
      aria-hidden="true"
      className="size-5 shrink-0 rounded-full border border-border"
      style={{ backgroundColor: paletteOf(palette).email }}
    />
  );
}
