import { useEffect, useRef, useState } from 'react';
import { picturePath } from '../../../../../shared/shop/pictures.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { FileField } from '../file-field.tsx';
import { type StoredFile, useFileUpload } from '../use-file-upload.ts';

export type PictureFormProps = {
  /** A picture that was pasted or dropped; undefined if the toolbar opened the form. */
  pasted: File | undefined;
  onInsert: (src: string, alt: string) => void;
  onClose: () => void;
};

/** Uploads a picture for the text, and asks for its description. */
export function PictureForm({ pasted, onInsert, onClose }: PictureFormProps) {
  const [stored, setStored] = useState<StoredFile>();
  const [alt, setAlt] = useState('');
  const file = useFileUpload(stored?.fileName ?? null, setStored, 'picture');
  const { pick, uploading } = file;
  const started = useRef<File>(undefined);

  useEffect(() => {
    if (!pasted || started.current === pasted) return;
    started.current = pasted;
    pick(pasted);
  });

  function insert() {
    if (stored && !uploading) onInsert(picturePath(stored.filePath.replace(/^\/objects\//, '')), alt.trim());
  }

  return (
    <fieldset
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Otherwise the dialog with the product would close.
        event.stopPropagation();
        onClose();
      }}
      className="flex flex-col gap-3 border border-t-0 border-control border-b-border bg-surface p-3"
    >
      <legend className="sr-only">Picture</legend>
      <FileField label="Picture file" purpose="picture" file={file} />
      <TextField
        label="What it shows"
        hint="Read aloud to those who cannot see it. Leave it empty for decoration."
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          insert();
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" disabled={!stored || uploading} onClick={insert}>
          Insert the picture
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        {(uploading || !stored) && (
          <span className="text-sm text-muted">
            {uploading ? 'The file is still uploading.' : 'Choose a file first.'}
          </span>
        )}
      </div>
    </fieldset>
  );
}
