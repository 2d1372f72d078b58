import { toCsv } from '../../../../shared/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

export type CsvButtonProps = {
  /** The accessible name, such as "Save the sessions as CSV". */
  label: string;
  columns: readonly string[];
  rows: Parameters<typeof toCsv>[1];
  fileName: string;
  className?: string;
};

/** Saves the rows of a table or chart as a CSV file. The rows are already on the page, so no request is sent. */
export function CsvButton({ label, columns, rows, fileName, className }: CsvButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      className={classNames('mt-2 -ml-3', className)}
      aria-label={label}
      onClick={() => saveFile(new Blob([toCsv(columns, rows)], { type: 'text/csv' }), fileName)}
    >
      CSV
    </Button>
  );
}
