import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { serverDate } from '../../../shared/server-clock.ts';
import { formatDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { boxBetween, isTooSmall, type MaskBox, moveBox } from './mask-boxes.ts';
import { redrawPicture } from './redraw-picture.ts';

export type MaskDialogProps = {
  file: File;
  onClose: () => void;
  /** Receives the redacted image. The original stays on the device. */
  onMasked: (file: File) => void;
};

/** Redacts parts of an image before it is sent. */
export function MaskDialog({ file, onClose, onMasked }: MaskDialogProps) {
  const { academyName } = useSiteSettings();
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const picture = useRef<HTMLImageElement>(null);
  const parts = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [boxes, setBoxes] = useState<readonly MaskBox[]>([]);
  const [drawn, setDrawn] = useState<{ from: { x: number; y: number }; box: MaskBox }>();
  const [hasWatermark, setHasWatermark] = useState(true);
  const [isUnreadable, setUnreadable] = useState(false);
  const drawing = useAction(
    useMutation({
      mutationFn: (source: HTMLImageElement) =>
        drawMasked(
          source,
          boxes,
          hasWatermark ? `Only for ${academyName}, ${formatDate(serverDate())}` : undefined,
          file.name,
        ),
    }),
    // Not called if the user has canceled meanwhile.
    { leave: onMasked },
  );

  function pointOf(event: PointerEvent<HTMLElement>) {
    const bounds = event.currentTarget.getBoundingClientRect();
    return {
      x: (event.clientX - bounds.left) / bounds.width,
      y: (event.clientY - bounds.top) / bounds.height,
    };
  }

  /** Sets the parts, then focuses the part with this index or, if there is none, the button that adds a part. */
  function change(next: readonly MaskBox[], index: number) {
    flushSync(() => setBoxes(next));
    (parts.current?.querySelectorAll('button')[index] ?? addButton.current)?.focus();
  }

  function handleKey(event: KeyboardEvent, index: number) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      change(
        boxes.filter((_, other) => other !== index),
        Math.min(index, boxes.length - 2),
      );
      return;
    }
    const box = boxes[index];
    const moved = box && moveBox(box, event.key, event.shiftKey);
    if (!moved) return;
    event.preventDefault();
    setBoxes((current) => current.map((other, at) => (at === index ? moved : other)));
  }

  const shown = drawn ? [...boxes, drawn.box] : boxes;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      dirty={boxes.length > 0}
      question={{ text: 'Discard what you blacked out?', stay: 'Keep editing', leave: 'Discard' }}
      title="Black out what we do not need"
      description="Draw over a part with the mouse or a finger. The original picture never leaves this device."
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            busy={drawing.isPending}
            busyLabel="Preparing..."
            onClick={() => picture.current && drawing.run(picture.current)}
          >
            Use this picture
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <div
          ref={parts}
          // On a touch screen, a swipe on the picture does not scroll the dialog, so the picture must fit into the
          // dialog.
          className="relative touch-none select-none overflow-hidden rounded-control border border-border pointer-coarse:mx-auto pointer-coarse:w-fit"
          onPointerDown={(event) => {
            // Pressing a box focuses the box, so that its keys work, and does not draw a new box.
            if (event.target instanceof HTMLButtonElement) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            const from = pointOf(event);
            setDrawn({ from, box: boxBetween(from, from) });
          }}
          onPointerMove={(event) => {
            const to = pointOf(event);
            setDrawn((current) => current && { ...current, box: boxBetween(current.from, to) });
          }}
          onPointerUp={() => {
            if (drawn && !isTooSmall(drawn.box)) setBoxes([...boxes, drawn.box]);
            setDrawn(undefined);
          }}
          onPointerCancel={() => setDrawn(undefined)}
        >
          <img
            ref={picture}
            src={url}
            alt="Your document"
            draggable={false}
            onError={() => setUnreadable(true)}
            className="block w-full pointer-coarse:max-h-[45dvh] pointer-coarse:w-auto"
          />
          {shown.map((box, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other identity
              key={index}
              type="button"
              aria-label={`Blacked-out part ${index + 1}: arrow keys move it, Shift and an arrow key change its size, Delete removes it`}
              onKeyDown={(event) => handleKey(event, index)}
              className="absolute bg-black focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus"
              style={{
                left: `${box.x * 100}%`,
                top: `${box.y * 100}%`,
                width: `${box.width * 100}%`,
                height: `${box.height * 100}%`,
              }}
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            ref={addButton}
            variant="secondary"
            size="small"
            onClick={() => change([...boxes, { x: 0.35, y: 0.45, width: 0.3, height: 0.1 }], boxes.length)}
          >
            Add a part
          </Button>
          <Button
            variant="quiet"
            size="small"
            disabled={boxes.length === 0}
            onClick={() => {
              // Without a part, this button is disabled and would lose the focus, so the focus moves to “Add a part”.
              if (boxes.length === 1) change([], 0);
              else setBoxes(boxes.slice(0, -1));
            }}
          >
            Remove the last one
          </Button>
        </div>
        <CheckboxField
          label={`Write “Only for ${academyName}” and today’s date across the picture`}
          hint="A stolen copy is then of little use elsewhere."
          checked={hasWatermark}
          onChange={(event) => setHasWatermark(event.currentTarget.checked)}
        />
        <FormError
          message={
            drawing.failure
              ? 'This picture could not be changed here. Send it as it is, or take another one.'
              : isUnreadable
                ? 'This browser cannot show this picture. Send it as it is, or save it as JPG first.'
                : undefined
          }
        />
      </div>
    </Dialog>
  );
}

function drawMasked(
  picture: HTMLImageElement,
  boxes: readonly MaskBox[],
  watermark: string | undefined,
  name: string,
): Promise<File> {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight };
  return redrawPicture(picture, size, name, (context) => {
    if (watermark !== undefined) drawWatermark(context, watermark);
    const { width, height } = context.canvas;
    context.fillStyle = '#000';
    for (const box of boxes)
      context.fillRect(box.x * width, box.y * height, box.width * width, box.height * height);
  });
}

/** Draws the text across the middle of the image, faint enough that the document stays readable. */
function drawWatermark(context: CanvasRenderingContext2D, text: string): void {
  const { width, height } = context.canvas;
  context.save();
  context.translate(width / 2, height / 2);
  context.rotate(-Math.atan2(height, width) / 2);
  context.font = `600 ${Math.round(width / 22)}px sans-serif`;
  context.textAlign = 'center';
  context.fillStyle = 'rgba(0, 60, 70, 0.45)';
  context.fillText(text, 0, 0, width * 0.95);
  context.restore();
}
