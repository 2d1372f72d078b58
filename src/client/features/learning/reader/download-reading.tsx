import type { Reading } from '../../../../shared/learning/reading.ts';
import { downloadLabel, useFileDownload } from '../../../lib/use-file-download.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';

/** A button that downloads the PDF. Toasts report the start and a failure. */
export function DownloadReading({ reading }: { reading: Reading }) {
  const { start, isBusy, percent } = useFileDownload({
    url: reading.url,
    fallbackName: reading.filename,
    onStart: () =>
      showToast({ title: 'Download Started', description: `${reading.title} is being downloaded` }),
    onFailed: ({ message }) => showToast({ title: 'Download Failed', description: message, tone: 'danger' }),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      busy={isBusy}
      busyLabel={downloadLabel(percent)}
      onClick={start}
      className="tabular"
    >
      Download
    </Button>
  );
}
