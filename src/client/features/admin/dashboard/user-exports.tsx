import { useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ExportError, type ExportFormat, exportUsers } from './export-users.ts';

const failureTitles: Record<ExportFormat, string> = { json: 'JSON export failed', csv: 'CSV export failed' };

/** Export JSON and Export CSV. */
export function UserExports() {
  const { busy, run } = useSingleRun();
  const [format, setFormat] = useState<ExportFormat>('json');
  const [failure, setFailure] = useState<{ title: string; message: string }>();

  const start = (chosen: ExportFormat) =>
    run(async () => {
      setFormat(chosen);
      setFailure(undefined);
      try {
        const file = await exportUsers(chosen);
        saveFile(file.blob, file.fileName);
        showToast({ title: `Saved ${file.fileName}`, description: file.summary, tone: 'success' });
      } catch (error) {
        if (!(error instanceof ExportError)) throw error;
        const title = failureTitles[chosen];
        setFailure({ title, message: error.reason ? `${error.message}: ${error.reason}` : error.message });
        showToast({ title, description: error.message, tone: 'danger' });
      }
    });

  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {(['json', 'csv'] as const).map((each) => (
          <Button
            key={each}
            variant="secondary"
            size="small"
            busy={busy && format === each}
            busyLabel="Exporting..."
            disabled={busy && format !== each}
            onClick={() => start(each)}
          >
            Export {each.toUpperCase()}
          </Button>
        ))}
      </div>
      <FormError title={failure?.title} message={failure?.message} />
    </div>
  );
}
