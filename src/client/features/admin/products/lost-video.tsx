import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type LostVideoProps = { open: boolean; onClose: () => void; onSave: () => void };

/** Asks for confirmation before a save that erases the uploaded video. */
export function LostVideo({ open, onClose, onSave }: LostVideoProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="The uploaded video is deleted for good. Save anyway?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={onSave}>
            Delete the video and save
          </Button>
        </>
      }
    >
      <p>Students no longer see it. To bring it back, you would have to upload it again.</p>
    </Dialog>
  );
}
