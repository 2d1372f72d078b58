import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, buttonClass } from '../../ui/button.tsx';

export type RecoveryCodesProps = {
  codes: readonly string[];
  email: string;
  /** Called when the codes were copied, or when their download or printing was started. */
  onSaved: () => void;
};

/** The recovery codes, which can be copied, downloaded or printed. */
export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<'copied' | 'failed'>();
  const text = [`Recovery codes of ${email}`, 'Each works once.', '', ...codes, ''].join('\r\n');

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopied('copied');
      onSaved();
    } catch {
      // The browser may deny clipboard access. The codes can still be selected, saved and printed.
      setCopied('failed');
    }
  }

  return (
    <>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control bg-sunken p-4 font-mono text-base select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => void copy()} data-autofocus>
          Copy
        </Button>
        {/* The link must be in the dialog: a click on a link elsewhere would count as a click outside the dialog. */}
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          onClick={onSaved}
          className={buttonClass('secondary', 'small')}
        >
          Download
        </a>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            window.print();
            onSaved();
          }}
        >
          Print
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-muted">
        {copied === 'copied' && 'Copied.'}
        {copied === 'failed' &&
          'Your browser did not allow copying. Select the codes and copy them yourself.'}
      </p>
      {createPortal(
        // Printed on its own; see the print rule in styles.css.
        <pre data-print-alone className="hidden p-8 font-mono text-base print:block">
          {text}
        </pre>,
        document.body,
      )}
    </>
  );
}
