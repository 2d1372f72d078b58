import { useEffect, useRef, useState } from 'react';
import { picturePath } from '../../../../../shared/shop/pictures.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { FileField } from '../file-field.tsx';
import { type StoredFile, useFileUpload } from '../use-file-upload.ts';
import { FormFrame } from './form-frame.tsx';

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
    <FormFrame
      legend="Picture"
      onApply={insert}
      applyLabel="Insert the picture"
      applyDisabled={!stored || uploading}
      note={uploading ? 'The file is still uploading.' : !stored && 'Choose a file first.'}
      onClose={onClose}
    >
      <FileField label="Picture file" purpose="picture" file={file} />
      <TextField
        label="What it shows"
        hint="Read aloud to those who cannot see it. Leave it empty for decoration."
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
    </FormFrame>
  );
}
