import { useState } from 'react';
import { type LogoTheme, logoFile } from '../../../../shared/site-logos.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { FileDrop, type FileDropState } from '../../../ui/file-drop.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useRefresh } from '../use-refresh.ts';

/** One of the two logos, with the buttons that replace and remove it. */
export function LogoField({ theme, label }: { theme: LogoTheme; label: string }) {
  const { client } = trpc.useUtils();
  const logo = trpc.settings.logos.useQuery().data?.[theme];
  const shown = logo?.hash ?? null;
  const [problem, setProblem] = useState<string>();
  const refresh = useRefresh();
  const save = useAction(
    trpc.admin.logo.save.useMutation({
      async onSuccess() {
        await refresh.afterSuccess();
        showToast({ title: 'Saved', description: label, tone: 'success' });
      },
      onError(error) {
        const { message, code, fields } = describeError(error);
        setProblem(fields?.image ?? message);
        if (code === 'conflict') void refresh.afterError();
      },
    }),
  );
  const [isRemoving, setRemoving] = useState(false);

  async function pick(file: File) {
    setProblem(undefined);
    if (!logoFile.contentTypes.some((type) => type === file.type)) {
      setProblem('This is not a picture that can be a logo. Choose a PNG or JPG.');
      return;
    }
    if (file.size > logoFile.maxBytes) {
      setProblem(`This file is ${formatBytes(file.size)}. Use a ${logoFile.hint}.`);
      return;
    }
    save.run({ theme, shown, image: await base64Of(file) });
  }

  function dropState(): FileDropState {
    if (save.isPending) return { status: 'uploading', percent: 100, detail: 'Checking the picture...' };
    if (problem !== undefined) return { status: 'error', message: problem };
    if (!logo) return { status: 'idle' };
    return {
      status: 'done',
      fileName: `${logo.width} × ${logo.height} pixels`,
      onRemove: () => setRemoving(true),
    };
  }

  return (
    <div>
      <FileDrop
        label={label}
        hint={theme === 'light' ? logoFile.hint : 'Only if the logo cannot be seen on dark backgrounds'}
        accept={logoFile.contentTypes.join(',')}
        state={dropState()}
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
      {isRemoving && (
        <ActionDialog
          action={{
            title: theme === 'light' ? 'Remove the logo?' : 'Remove the logo on dark backgrounds?',
            consequence:
              'The picture is deleted and disappears from every page. To show it again, you have to upload it again.',
            confirm: 'Remove the logo',
            busy: 'Removing...',
            isDanger: true,
            failure: 'The logo was not removed',
            async run() {
              await client.admin.logo.remove.mutate({ theme, shown });
              setProblem(undefined);
              return 'Logo removed';
            },
          }}
          onClose={() => setRemoving(false)}
        />
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
