import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';

export type DocumentImageProps = { address: string; description: string; onFailed: () => void };

const largest = 5;

/** A picture that can be enlarged and turned, with buttons or with + - R 0 while it has the focus (B7). */
export function DocumentImage({ address, description, onFailed }: DocumentImageProps) {
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);

  const actions: Record<string, () => void> = {
    '+': () => setZoom(Math.min(largest, zoom + 0.5)),
    '-': () => setZoom(Math.max(1, zoom - 0.5)),
    r: () => setTurns(turns + 1),
    '0': () => {
      setZoom(1);
      setTurns(0);
    },
  };

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key === '=' ? '+' : event.key.toLowerCase()];
    if (!action) return;
    // Elsewhere on the page R means to reject.
    event.preventDefault();
    action();
  }

  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a region of the page would be too much for a picture */}
      <div
        role="group"
        aria-label={`${description}: plus and minus zoom, R turns, 0 resets`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards have to reach what scrolls
        tabIndex={0}
        onKeyDown={handleKey}
        className="aspect-4/3 w-full overflow-auto rounded-control border border-border bg-sunken"
      >
        <img
          src={address}
          alt={description}
          onError={onFailed}
          className="aspect-4/3 max-w-none object-contain"
          style={{
            width: `${zoom * 100}%`,
            // A picture on its side has to fit the height of its frame.
            transform: `rotate(${turns * 90}deg) scale(${turns % 2 === 0 ? 1 : 0.75})`,
          }}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {(
          [
            ['+', 'Zoom in'],
            ['-', 'Zoom out'],
            ['r', 'Rotate'],
            ['0', 'Reset'],
          ] as const
        ).map(([key, label]) => (
          <Button
            key={key}
            variant="quiet"
            size="small"
            aria-label={`${label}: ${description}`}
            onClick={actions[key]}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
