import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { ExportError } from '../fetch-export.ts';
import { type ExportFormat, exportUsers } from './export-users.ts';

const failureTitles: Record<ExportFormat, string> = { json: 'JSON export failed', csv: 'CSV export failed' };

export function UserExports() {
  const saving = useMutation({
    mutationFn: (format: ExportFormat) => exportUsers(format),
    onSuccess(file) {
      saveFile(file.blob, file.fileName);
      showToast({ title: `Saved ${file.fileName}`, description: file.summary, tone: 'success' });
    },
    onError({ message }: ExportError, format) {
      showToast({ title: failureTitles[format], description: message, tone: 'danger' });
    },
  });
  const { run } = useAction(saving);
  const { isPending, variables, error } = saving;

  return (
    <div className="mb-4 flex flex-col gap-3">
      <p className="text-sm text-muted">
        These files contain all users, not only the newest. The JSON file also contains all KYC applications.
        To export some users, filter the list of users.
      </p>
      <div className="flex flex-wrap gap-2">
        {(['json', 'csv'] as const).map((each) => (
          <Button
            key={each}
            variant="secondary"
            size="small"
            busy={isPending && variables === each}
            busyLabel="Exporting..."
            disabled={isPending && variables !== each}
            onClick={() => run(each)}
          >
            Export {each.toUpperCase()}
          </Button>
        ))}
      </div>
      <FormError
        title={error && variables ? failureTitles[variables] : undefined}
        message={error?.reason ? `${error.message}: ${error.reason}` : error?.message}
      />
    </div>
  );
}
