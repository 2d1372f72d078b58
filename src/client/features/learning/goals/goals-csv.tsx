import { useMutation } from '@tanstack/react-query';
import { decodeText } from '../../../../shared/decode-text.ts';
import { goalCsvColumns, goalLimits } from '../../../../shared/learning/goal-limits.ts';
import { countText } from '../../../lib/count-text.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FileDrop, type FileDropState } from '../../../ui/file-drop.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Exports and imports the user's days as CSV: what they planned, studied and played on each. */
export function GoalsCsv({ today }: { today: string }) {
  return (
    <Card className="grid gap-6 md:grid-cols-2">
      <Download today={today} />
      <Upload />
    </Card>
  );
}

function Download({ today }: { today: string }) {
  const { client } = trpc.useUtils();
  const { isPending, failure, run } = useAction(
    useMutation({
      mutationFn: () => client.goals.exportCsv.query(),
      onSuccess: (csv) => saveFile(new Blob([csv], { type: 'text/csv' }), `goals-${today}.csv`),
    }),
  );

  return (
    <div>
      <h3 className="font-semibold">Export days</h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        All your days as a CSV file that every spreadsheet opens.
      </p>
      <Button variant="secondary" busy={isPending} busyLabel="Preparing..." onClick={() => run()}>
        Download CSV
      </Button>
      <FormError title="No file was created" failure={failure} />
    </div>
  );
}

function Upload() {
  const utils = trpc.useUtils();
  const { isPending, data, variables, failure, run } = useAction(
    useMutation({
      async mutationFn(file: File) {
        // The server's limit is in characters. A character takes at most four bytes of UTF-8.
        if (file.size > goalLimits.importMaxLength * 4) return 'too_large' as const;
        return utils.client.goals.importCsv.mutate({
          csv: decodeText(new Uint8Array(await file.arrayBuffer())),
        });
      },
      onSuccess: () => utils.goals.invalidate(),
    }),
  );
  const problem = data === 'too_large' ? 'This file is too large' : failure?.message;
  const result = data === 'too_large' ? undefined : data;

  const state: FileDropState = isPending
    ? { status: 'uploading', percent: 50, fileName: variables?.name ?? '' }
    : problem
      ? { status: 'error', message: problem }
      : { status: 'idle' };
  return (
    <div>
      <h3 className="font-semibold">Import days</h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        The first line names the columns:{' '}
        <span className="font-mono wrap-anywhere">{goalCsvColumns.join(', ')}</span>. Only the date is
        required. An empty cell changes nothing.
      </p>
      <FileDrop label="CSV file" hint="Up to 300 kB" accept=".csv,text/csv" state={state} onPick={run} />
      {result && result.errors.length === 0 && (
        <Notice tone="success" role="status" className="mt-3">
          {countText(result.imported, 'day was', 'days were')} imported.
        </Notice>
      )}
      {result && result.errors.length > 0 && (
        <Notice tone="danger" role="alert" title="Nothing was imported" className="mt-3">
          Correct these lines and choose the file again.
          <ul className="mt-1 list-disc pl-5 text-sm">
            {result.errors.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
