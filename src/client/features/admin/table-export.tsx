import { saveFile } from '../../lib/save-file.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ExportError } from './dashboard/export-users.ts';
import { fetchTable } from './fetch-table.ts';

export type TableExportProps = {
  path: string;
  /** Parameters of the list on screen: the file holds the same rows. */
  filter: Record<string, string>;
  /** Of the file, without the day. */
  name: string;
};

/** Saves the whole filtered list as a CSV file; asks who it is when the last proof is old. */
export function TableExport({ path, filter, name }: TableExportProps) {
  const { busy, run } = useSingleRun();

  const start = () =>
    run(async () => {
      try {
        const { blob, fileName } = await fetchTable(path, filter, name);
        saveFile(blob, fileName);
        showToast({ title: `Saved ${fileName}`, tone: 'success' });
      } catch (error) {
        if (!(error instanceof ExportError)) throw error;
        showToast({
          title: 'CSV export failed',
          description: error.reason ? `${error.message}: ${error.reason}` : error.message,
          tone: 'danger',
        });
      }
    });

  return (
    <Button variant="secondary" size="small" busy={busy} busyLabel="Exporting..." onClick={() => start()}>
      Export CSV
    </Button>
  );
}
