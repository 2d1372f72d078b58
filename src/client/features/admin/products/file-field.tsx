import { type UploadPurpose, uploadRules } from '../../../../shared/limits.ts';
import { FileDrop, type FileDropState } from '../../../ui/file-drop.tsx';

export type PickedFile = { state: FileDropState; pick: (file: File) => void };

export type FileFieldProps = {
  label: string;
  purpose: UploadPurpose;
  /**
   * The accepted content types; by default those of `purpose`. A caller can add file extensions, for operating systems
   * that do not know the types.
   */
  accept?: string;
  /** The hint; by default that of `purpose`. */
  hint?: string;
  file: PickedFile;
  error?: string | undefined;
  onRemove?: (() => void) | undefined;
};

/** A field for one file in an admin's form, with the server's error below it. */
export function FileField({ label, purpose, accept, hint, file, error, onRemove }: FileFieldProps) {
  const { state } = file;
  const rules = uploadRules[purpose];
  return (
    <div className="flex flex-col gap-1">
      <FileDrop
        label={label}
        hint={hint ?? rules.hint}
        accept={accept ?? rules.contentTypes.join(',')}
        state={state.status === 'done' && onRemove ? { ...state, onRemove } : state}
        onPick={file.pick}
      />
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
