import { useState } from 'react';
import { DocumentFrame, initialView, viewActions } from './document-frame.tsx';

export type DocumentImageProps = {
  url: string;
  description: string;
  onDrawn: () => void;
  onFailed: () => void;
};

/** An image that can be zoomed and rotated. */
export function DocumentImage({ url, description, onDrawn, onFailed }: DocumentImageProps) {
  const [view, setView] = useState(initialView);
  const { zoom, turns } = view;
  return (
    <DocumentFrame description={description} actions={viewActions(view, setView)}>
      {/* Margins instead of centering, so that oversized content can be scrolled in all directions. */}
      <div className="flex h-full w-full">
        <img
          src={url}
          alt={description}
          onLoad={onDrawn}
          onError={onFailed}
          className="m-auto aspect-4/3 max-w-none shrink-0 object-contain"
          style={{
            // At zoom 1, the image is as large as fits into the frame.
            width: `calc(${zoom} * min(100cqw, 400cqh / 3))`,
            // A rotated image must fit the height of its frame.
            transform: `rotate(${turns * 90}deg) scale(${turns % 2 === 0 ? 1 : 0.75})`,
          }}
        />
      </div>
    </DocumentFrame>
  );
}
