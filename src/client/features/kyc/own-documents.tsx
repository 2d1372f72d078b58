import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OwnDocument } from '../../../shared/kyc/kyc.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { formatDate } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';

const unreachable = 'The academy cannot be reached. Check your connection.';
const sideNames = { front: 'Front side', back: 'Back side' } as const;

type OpenDocument = { title: string; blob: Blob; fileName: string };

/**
 * The applicant's own documents of one application, if the academy shows them. Opening one requires recent
 * authentication, so that an open session on a shared computer does not expose a passport.
 */
export function OwnDocuments({ documents, sentAt }: { documents: readonly OwnDocument[]; sentAt: string }) {
  const utils = trpc.useUtils();
  const [shown, setShown] = useState<OpenDocument>();
  const { isPending, variables, run } = useAction(
    useMutation({
      mutationFn: ({ address, side }: OwnDocument) =>
        downloadFile(address, { fallbackName: `${side}-side`, failure: unreachable }),
      onSuccess({ blob, fileName }, { contentType, side }) {
        if (contentType.startsWith('image/')) setShown({ title: sideNames[side], blob, fileName });
        else saveFile(blob, fileName);
      },
      async onError(error) {
        showToast({
          title: 'This document could not be opened',
          description: error.message,
          tone: 'danger',
        });
        // If the document was erased, its button disappears.
        await utils.kyc.myDocuments.invalidate();
      },
    }),
  );

  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">Your documents:</span>
      {documents.map((document) => (
        <Button
          key={document.side}
          size="small"
          variant="secondary"
          busy={isPending && variables?.side === document.side}
          busyLabel="Opening..."
          disabled={isPending && variables?.side !== document.side}
          aria-label={`Open the ${sideNames[document.side].toLowerCase()} sent on ${formatDate(sentAt)}`}
          onClick={() => run(document)}
        >
          {sideNames[document.side]}
        </Button>
      ))}
      {shown && <DocumentDialog document={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}

function DocumentDialog({ document, onClose }: { document: OpenDocument; onClose: () => void }) {
  const { title, blob, fileName } = document;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
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
        {url !== undefined && (
          <img src={url} alt={`${title} of your document`} className="size-full object-contain" />
        )}
      </div>
    </Dialog>
  );
}
