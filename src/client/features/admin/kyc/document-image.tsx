import { useState } from 'react';
import { DocumentFrame, initialView, viewActions } from './document-frame.tsx';

export type DocumentImageProps = {
  address: string;
  description: string;
  onDrawn: () => void;
  onFailed: () => void;
};

/** An image that can be zoomed and rotated. */
export function DocumentImage({ address, description, onDrawn, onFailed }: DocumentImageProps) {
  const [view, setView] = useState(initialView);
  const { zoom, turns } = view;
  return (
    <DocumentFrame description={description} actions={viewActions(view, setView)}>
      <img
        src={address}
        alt={description}
        onLoad={onDrawn}
        onError={onFailed}
        className="aspect-4/3 max-w-none object-contain"
        style={{
          width: `${zoom * 100}%`,
          // A rotated image must fit the height of its frame.
          transform: `rotate(${turns * 90}deg) scale(${turns % 2 === 0 ? 1 : 0.75})`,
        }}
      />
    </DocumentFrame>
  );
}
