import { useEffect, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type OpenDocument = { title: string; blob: Blob; fileName: string };

/** An image of the applicant's own document, which can be saved. */
export function OwnDocumentDialog({ paper, onClose }: { paper: OpenDocument; onClose: () => void }) {
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
