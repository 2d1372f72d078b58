import { useState } from 'react';
import { type LogoTheme, logoFile } from '../../../../shared/site-logos.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { FileDrop, type FileDropState } from '../../../ui/file-drop.tsx';
import { showToast } from '../../../ui/toast.tsx';

/** One of the two logos: shown, replaced and removed. */
export function LogoField({ theme, label }: { theme: LogoTheme; label: string }) {
  const utils = trpc.useUtils();
  const logo = trpc.settings.logos.useQuery().data?.[theme];
  const shown = logo?.hash ?? null;
  const [problem, setProblem] = useState<string>();
  const outcome = {
    async onSuccess() {
      await Promise.all([utils.settings.logos.invalidate(), utils.admin.audit.list.invalidate()]);
      showToast({ title: 'Saved', description: label, tone: 'success' as const });
    },
    onError(error: unknown) {
      const { message, code, fields } = describeError(error);
      setProblem(fields?.image ?? message);
      if (code === 'conflict') void utils.settings.logos.invalidate();
    },
  };
  const save = useAction(trpc.admin.logo.save.useMutation(outcome));
  const remove = useAction(trpc.admin.logo.remove.useMutation(outcome));

  async function pick(file: File) {
    setProblem(undefined);
    if (!logoFile.contentTypes.some((type) => type === file.type)) {
      setProblem('This is not a picture that can be a logo. Choose a PNG or JPG.');
      return;
    }
    if (file.size > logoFile.maxBytes) {
      setProblem(`This file has ${formatBytes(file.size)}: use ${logoFile.hint}.`);
      return;
    }
    save.run({ theme, shown, image: await base64Of(file) });
  }

  const isBusy = save.isPending || remove.isPending;
  const state = ((): FileDropState => {
    if (isBusy) return { status: 'uploading', percent: 100, detail: 'Checking the picture...' };
    if (problem !== undefined) return { status: 'error', message: problem };
    if (!logo) return { status: 'idle' };
    return {
      status: 'done',
      fileName: `${logo.width} × ${logo.height} pixels`,
      onRemove: () => remove.run({ theme, shown }),
    };
  })();

  return (
    <div>
      <FileDrop
        label={label}
        hint={theme === 'light' ? logoFile.hint : 'Only if the logo cannot be seen on dark backgrounds'}
        accept={logoFile.contentTypes.join(',')}
        state={state}
        onPick={(file) => void pick(file)}
      />
      {logo && (
        <div
          className={
            theme === 'light'
              ? 'mt-2 rounded-control border border-border bg-[#fbfaf7] p-4'
              : 'mt-2 rounded-control border border-border bg-[#0d1418] p-4'
          }
        >
          <img
            src={logo.address}
            alt={label}
            width={logo.width}
            height={logo.height}
            className="h-8 w-auto"
          />
        </div>
      )}
    </div>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
