import { Dialog } from '../../../ui/dialog.tsx';

const digitKeys = '1 … 9';

const keys = [
  ['← →', 'one step back or forward'],
  ['↑ ↓', 'one street back or forward'],
  ['Home End', 'the first or last step'],
  ['Shift ← →', 'the previous or next hand, if opened from My hands'],
  ['Space', 'play or pause'],
  [digitKeys, 'speed while it plays'],
  ['B', 'big blinds or money'],
  ['V', 'opponents’ cards'],
  ['?', 'these keys'],
] as const;

type KeysDialogProps = {
  open: boolean;
  onClose: () => void;
  /**
   * Further keys by letter, digit or name, and what they do. If they include digits, the digits do not set the speed.
   */
  moreKeys: Readonly<Record<string, { does: string }>>;
};

export function KeysDialog({ open, onClose, moreKeys }: KeysDialogProps) {
  const own = keys.filter(
    ([key]) => key !== digitKeys || !Object.keys(moreKeys).some((more) => /^\d$/.test(more)),
  );
  const more = Object.entries(moreKeys).map(
    ([key, { does }]) => [key.length === 1 ? key.toUpperCase() : key, does] as const,
  );
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts of the replayer">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {[...own, ...more].map(([key, does]) => (
          <div key={key} className="contents">
            <dt className="font-mono font-semibold">{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
