import { useMutation } from '@tanstack/react-query';
import { stringifyPlainSearch } from '../../lib/plain-search.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type ExportError, fetchExport } from './fetch-export.ts';

export type TableExportProps = {
  path: string;
  /** The filter of the list, so that the file contains the same rows. */
  filter: Record<string, string | undefined>;
  /** The beginning of the file name, before the date, unless the server names the file. */
  name: string;
};

/** Saves the complete filtered list as a CSV file, which requires recent authentication. */
export function TableExport({ path, filter, name }: TableExportProps) {
  const { isPending, run } = useAction(
    useMutation({
      mutationFn: () =>
        fetchExport(
          path + stringifyPlainSearch(filter),
          'Failed to export CSV data',
          `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
        ),
      onSuccess({ blob, fileName }) {
        saveFile(blob, fileName);
        showToast({ title: `Saved ${fileName}`, tone: 'success' });
      },
      onError({ message, reason }: ExportError) {
        showToast({
          title: 'CSV export failed',
          description: reason ? `${message}: ${reason}` : message,
          tone: 'danger',
        });
      },
    }),
  );

  return (
    <Button variant="secondary" size="small" busy={isPending} busyLabel="Exporting..." onClick={() => run()}>
      Export CSV
    </Button>
  );
}
