import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ExportError, fetchExport } from '../fetch-export.ts';

type ExportFormat = 'json' | 'csv';

const formats = {
  json: { path: '/api/admin/export-users', failure: 'Failed to export data' },
  csv: { path: '/api/admin/export-users-csv', failure: 'Failed to export CSV data' },
} as const;

const failureTitle = (format: ExportFormat) => `${format.toUpperCase()} export failed`;

export function UserExports() {
  const saving = useMutation({
    mutationFn: (format: ExportFormat) => exportUsers(format),
    onSuccess(file) {
      saveFile(file.blob, file.fileName);
      showToast({ title: `Saved ${file.fileName}`, description: file.summary, tone: 'success' });
    },
    onError({ message }: ExportError, format) {
      showToast({ title: failureTitle(format), description: message, tone: 'danger' });
    },
  });
  const { run } = useAction(saving);
  const { isPending, variables, error } = saving;

  return (
    <div className="mb-4 flex flex-col gap-3">
      <p className="text-sm text-muted">
        These files contain all users, not only the newest. The JSON file also contains all KYC applications.
        To export only some users, filter the list under Users.
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
        title={error && variables ? failureTitle(variables) : undefined}
        message={error?.reason ? `${error.message}: ${error.reason}` : error?.message}
      />
    </div>
  );
}

/** Fetches all users as one file. @throws ExportError */
export async function exportUsers(format: ExportFormat, today = new Date()) {
  const { path, failure } = formats[format];
  const file = await fetchExport(path, failure, `users-export-${today.toISOString().slice(0, 10)}.${format}`);
  return { ...file, summary: format === 'json' ? await summaryOf(file.blob) : '' };
}

/** Reads only the totals at the start of the file, because the whole file may be too large to hold as text. */
async function summaryOf(blob: Blob): Promise<string> {
  const head = await blob.slice(0, 300).text();
  const [, users, applications] = /"totalUsers":(\d+),"totalKycApplications":(\d+)/.exec(head) ?? [];
  if (users === undefined) throw new ExportError(formats.json.failure);
  return `${grouped(users)} users and ${grouped(applications)} KYC applications`;
}

const grouped = (digits: string | undefined) => Number(digits).toLocaleString('en-US');
