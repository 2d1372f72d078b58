import type { FieldErrors, ProductDraft } from './product-draft.ts';
import { useFileUpload } from './use-file-upload.ts';
import { useVideoUpload } from './use-video-upload.ts';

type Update<Value> = (change: (current: Value) => Value) => void;

/** The uploads of a product's files. Each file is added to the draft when its upload completes. */
export function useProductUploads(
  draft: ProductDraft,
  setDraft: Update<ProductDraft>,
  setErrors: Update<FieldErrors>,
) {
  const applyUpload = (part: Partial<ProductDraft>, field: keyof FieldErrors) => {
    setDraft((typed) => ({ ...typed, ...part }));
    setErrors((current) => ({ ...current, [field]: undefined }));
  };
  const file = useFileUpload(draft.fileName, (file) => applyUpload(file, 'filePath'), 'product');
  const video = useVideoUpload(draft.videoName, (file) => applyUpload(file, 'videoPath'));
  const captions = useFileUpload(
    draft.captionsName,
    ({ filePath, fileName }) =>
      applyUpload({ captionsPath: filePath, captionsName: fileName }, 'captionsPath'),
    'captions',
  );
  const cover = useFileUpload(
    draft.coverName,
    ({ filePath, fileName }) => applyUpload({ coverPath: filePath, coverName: fileName }, 'coverPath'),
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
