import { useMutation } from '@tanstack/react-query';
import type { DataExport } from '../../../shared/profile/privacy.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useAction } from '../../lib/use-action.ts';
import { useOpenings } from '../../lib/use-openings.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';

const DataExportDialog = lazyDialog(async () => (await import('./data-export-dialog.tsx')).DataExportDialog);

/** Milliseconds between two polls while an export is in progress. */
const pollInterval = 2_000;

/** The button “Download My Data”, and the status of the newest copy. */
export function DataExportAction({ email }: { email: string }) {
  const dialog = useOpenings();
  const latest = trpc.privacy.latestExport.useQuery(undefined, {
    // After an error, polling stops until the user retries.
    refetchInterval: ({ state }) =>
      state.status !== 'error' && state.data?.status === 'requested' ? pollInterval : false,
  });
  const copy = latest.data;
  const canAsk = copy === null || (copy !== undefined && Date.parse(copy.nextAt) <= serverNow());

  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="secondary"
        // Not `disabled`, because the dialog returns the focus to this button after the request.
        aria-disabled={!canAsk}
        onClick={() => {
          if (canAsk) dialog.open();
        }}
      >
        Download My Data
      </Button>
      <div role="status" className="text-sm text-muted empty:hidden">
        {latest.isError && (
          <p className="text-danger">
            {describeError(latest.error).message}{' '}
            <button type="button" className="font-semibold underline" onClick={() => void latest.refetch()}>
              Try again
            </button>
          </p>
        )}
        {copy && <CopyState copy={copy} />}
      </div>
      {dialog.count > 0 && (
        <DataExportDialog key={dialog.count} email={email} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </div>
  );
}

function CopyState({ copy }: { copy: DataExport }) {
  switch (copy.status) {
    case 'requested':
      return <p>Your copy is being prepared. We will email you when it is ready, in about a minute.</p>;
    case 'ready':
      return (
        <>
          <SaveCopy id={copy.id} sizeBytes={copy.sizeBytes ?? 0} />
          <p className="mt-2">
            Available until {formatDateTime(copy.expiresAt)}. You can ask for a new one from{' '}
            {formatDateTime(copy.nextAt)}.
          </p>
        </>
      );
    case 'failed':
      return <p className="text-danger">Your last copy could not be created. Please ask for it again.</p>;
    case 'expired':
      return <p>Your last copy, from {formatDateTime(copy.requestedAt)}, is no longer available.</p>;
  }
}

/** Requires recent authentication, because the copy contains all personal data. */
function SaveCopy({ id, sizeBytes }: { id: string; sizeBytes: number }) {
  const utils = trpc.useUtils();
  const { isPending, run } = useAction(
    useMutation({
      mutationFn: () => downloadFile(`/api/privacy/exports/${id}`, { fallbackName: 'my-data.zip' }),
      onSuccess: ({ blob, fileName }) => saveFile(blob, fileName),
      onError(error) {
        showToast({ title: 'The copy was not saved', description: error.message, tone: 'danger' });
        // If the copy has expired, its button disappears.
        return utils.privacy.latestExport.invalidate();
      },
    }),
  );
  return (
    <Button size="small" busy={isPending} busyLabel="Saving..." onClick={() => run()}>
      Save the ZIP file ({formatBytes(sizeBytes)})
    </Button>
  );
}
