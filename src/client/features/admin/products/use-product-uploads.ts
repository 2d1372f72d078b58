import type { FieldErrors, ProductDraft } from './product-draft.ts';
import { useProductFile } from './use-product-file.ts';
import { useVideoUpload } from './use-video-upload.ts';

type Update<Value> = (change: (known: Value) => Value) => void;

/** The uploads of a product's files. Each is added to the draft when its upload completes. */
export function useProductUploads(
  draft: ProductDraft,
  setDraft: Update<ProductDraft>,
  setErrors: Update<FieldErrors>,
) {
  const stored = (part: Partial<ProductDraft>, field: keyof FieldErrors) => {
    setDraft((typed) => ({ ...typed, ...part }));
    setErrors((known) => ({ ...known, [field]: undefined }));
  };
  const file = useProductFile(draft.fileName, (arrived) => stored(arrived, 'filePath'));
  const video = useVideoUpload(draft.videoName, (arrived) => stored(arrived, 'videoPath'));
  const captions = useProductFile(
    draft.captionsName,
    ({ filePath, fileName }) => stored({ captionsPath: filePath, captionsName: fileName }, 'captionsPath'),
    'captions',
  );
  const cover = useProductFile(
    draft.coverName,
    ({ filePath, fileName }) => stored({ coverPath: filePath, coverName: fileName }, 'coverPath'),
    'picture',
  );
  return {
    file,
    video,
    captions,
    cover,
    uploading: [file, video, captions, cover].some(({ uploading }) => uploading),
  };
}
