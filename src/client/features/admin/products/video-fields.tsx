import { ChoiceRow } from '../../../ui/choice-row.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FileField, type PickedFile } from './file-field.tsx';
import { type DraftFieldsProps, textField } from './product-draft.ts';

export type VideoFieldsProps = DraftFieldsProps & { video: PickedFile; captions: PickedFile };

/** The video of a session: an uploaded video with captions, or the URL of an external video. */
export function VideoFields({ video, captions, ...fields }: VideoFieldsProps) {
  const { draft, errors, onChange } = fields;
  return (
    <section aria-label="Video" className="flex flex-col gap-4">
      <ChoiceRow
        label="Where the video is"
        selected={draft.videoSource}
        onChange={(videoSource) => onChange({ videoSource })}
        choices={[
          { value: 'file', label: 'Video file' },
          { value: 'link', label: 'External link' },
        ]}
      />
      {draft.videoSource === 'link' ? (
        <TextField
          {...textField(fields, 'videoUrl')}
          label="Video address"
          optional
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="YouTube and Vimeo play in the session; other links open their own page."
        />
      ) : (
        <>
          <FileField
            label="Video file"
            purpose="session_video"
            accept="video/mp4,video/webm,.mp4,.webm"
            file={video}
            error={errors.videoPath}
            onRemove={
              draft.videoPath === null ? undefined : () => onChange({ videoPath: null, videoName: null })
            }
          />
          <FileField
            label="Captions"
            purpose="captions"
            accept=".vtt,text/vtt"
            file={captions}
            error={errors.captionsPath}
            onRemove={
              draft.captionsPath === null
                ? undefined
                : () => onChange({ captionsPath: null, captionsName: null })
            }
          />
        </>
      )}
    </section>
  );
}
