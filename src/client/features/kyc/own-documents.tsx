import { useEffect, useState } from 'react';
import type { OwnDocument } from '../../../shared/kyc/kyc.ts';
import { DownloadError, downloadFile } from '../../lib/download-file.ts';
import { formatDate } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';

const unreachable = 'The academy cannot be reached. Check your connection.';
const sideNames = { front: 'Front side', back: 'Back side' } as const;

type OpenDocument = { title: string; blob: Blob; fileName: string };

/**
 * The applicant's own pictures of one application, where the academy shows them. Whoever opens one proves first
 * who they are: an open session on a shared machine must not give away a passport.
 */
export function OwnDocuments({ papers, sentAt }: { papers: readonly OwnDocument[]; sentAt: string }) {
  const utils = trpc.useUtils();
  const { busy, run } = useSingleRun();
  const [asked, setAsked] = useState<OwnDocument['side']>();
  const [shown, setShown] = useState<OpenDocument>();

  const open = ({ address, side, contentType }: OwnDocument) =>
    run(async () => {
      setAsked(side);
      try {
        const options = { fallbackName: `${side}-side` };
        const { blob, fileName } = await downloadFile(address, options);
        if (contentType.startsWith('image/')) setShown({ title: sideNames[side], blob, fileName });
        else saveFile(blob, fileName);
      } catch (error) {
        if (!(error instanceof DownloadError)) throw error;
        // Erased, or no longer shown by the academy: what this page knows is out of date, and this button may go.
        showToast({
          title: 'This paper could not be opened',
          description: error.status === undefined ? unreachable : error.message,
          tone: 'danger',
        });
        await utils.kyc.myPapers.invalidate();
      }
    });

  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">Your papers:</span>
      {papers.map((paper) => (
        <Button
          key={paper.side}
          size="small"
          variant="secondary"
          busy={busy && asked === paper.side}
          busyLabel="Opening..."
          disabled={busy}
          aria-label={`Open the ${sideNames[paper.side].toLowerCase()} sent on ${formatDate(sentAt)}`}
          onClick={() => open(paper)}
        >
          {sideNames[paper.side]}
        </Button>
      ))}
      {shown && <DocumentDialog paper={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}

function DocumentDialog({ paper, onClose }: { paper: OpenDocument; onClose: () => void }) {
  const { title, blob, fileName } = paper;
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={title}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={() => saveFile(blob, fileName)}>
            Save
          </Button>
          <Button onClick={requestClose}>Close</Button>
        </>
      )}
    >
      <div className="aspect-4/3 rounded-control border border-border bg-sunken">
        {address !== undefined && (
          <img src={address} alt={`${title} of your document`} className="size-full object-contain" />
        )}
      </div>
    </Dialog>
  );
}
