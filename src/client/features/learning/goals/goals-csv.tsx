import { useState } from 'react';
import { goalCsvColumns, goalLimits, type ImportGoalsResult } from '../../../../shared/learning/goals.ts';
import { describeError } from '../../../lib/error-text.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FileDrop, type FileDropState } from '../../../ui/file-drop.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** The own days as a file for a spreadsheet, out and in. */
export function GoalsCsv({ today }: { today: string }) {
  return (
    <Card className="grid gap-6 md:grid-cols-2">
      <Download today={today} />
      <Upload />
    </Card>
  );
}

function Download({ today }: { today: string }) {
  const utils = trpc.useUtils();
  const { busy, run } = useSingleRun();
  const [error, setError] = useState<string>();

  function download() {
    run(async () => {
      setError(undefined);
      try {
        const csv = await utils.client.goals.exportCsv.query();
        saveFile(new Blob([csv], { type: 'text/csv' }), `goals-${today}.csv`);
      } catch (failure) {
        setError(describeError(failure).message);
      }
    });
  }

  return (
    <div>
      <h3 className="font-semibold">Take your days with you</h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        All your days as a CSV file that every spreadsheet opens.
      </p>
      <Button variant="secondary" busy={busy} busyLabel="Preparing..." onClick={download}>
        Download CSV
      </Button>
      <FormError title="No file was made" message={error} />
    </div>
  );
}

type Outcome =
  | { status: 'idle' }
  | { status: 'failed'; message: string }
  | ({ status: 'read' } & ImportGoalsResult);

function Upload() {
  const utils = trpc.useUtils();
  const { busy, run } = useSingleRun();
  const [fileName, setFileName] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ status: 'idle' });

  function take(file: File) {
    setFileName(file.name);
    run(async () => {
      try {
        // The server's limit counts characters; no character takes less than a byte.
        if (file.size > goalLimits.importMaxLength * 4) throw new RangeError();
        const result = await utils.client.goals.importCsv.mutate({ csv: await file.text() });
        await utils.goals.invalidate();
        setOutcome({ status: 'read', ...result });
      } catch (failure) {
        const message =
          failure instanceof RangeError ? 'This file is too large' : describeError(failure).message;
        setOutcome({ status: 'failed', message });
      }
    });
  }

  const state: FileDropState = busy
    ? { status: 'uploading', percent: 50, fileName }
    : outcome.status === 'failed'
      ? { status: 'error', message: outcome.message }
      : { status: 'idle' };
  return (
    <div>
      <h3 className="font-semibold">Bring days in</h3>
      <p className="mt-1 mb-3 text-sm text-muted">
        The first line names the columns:{' '}
        <span className="font-mono wrap-anywhere">{goalCsvColumns.join(', ')}</span>. All but the date may be
        missing, and empty cells keep what is there.
      </p>
      <FileDrop label="CSV file" hint="Up to 300 kB" accept=".csv,text/csv" state={state} onPick={take} />
      {outcome.status === 'read' && outcome.errors.length === 0 && (
        <Notice tone="success" role="status" className="mt-3">
          {outcome.imported === 1 ? '1 day was taken in.' : `${outcome.imported} days were taken in.`}
        </Notice>
      )}
      {outcome.status === 'read' && outcome.errors.length > 0 && (
        <Notice tone="danger" role="alert" title="Nothing was taken in" className="mt-3">
          Mend these lines and choose the file again.
          <ul className="mt-1 list-disc pl-5 text-sm">
            {outcome.errors.map(({ line, message }) => (
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
