import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** Two lines of text; the rest is one press away, but only where there is a rest at this width. */
export function ClampedText({ text, subject }: { text: string; subject: string }) {
  const id = useId();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);

  useEffect(() => {
    const element = paragraph.current;
    if (!element || open) return;
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);

  return (
    <div>
      <p
        ref={paragraph}
        id={id}
        className={classNames(
          'text-sm wrap-anywhere whitespace-pre-line text-muted',
          !open && 'line-clamp-2',
        )}
      >
        {text}
      </p>
      {isCut && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="min-h-6 rounded-control text-sm font-semibold text-primary-text underline-offset-4 hover:underline"
        >
          {open ? 'Show less' : 'Show more'}
          <span className="sr-only"> about {subject}</span>
        </button>
      )}
    </div>
  );
}
