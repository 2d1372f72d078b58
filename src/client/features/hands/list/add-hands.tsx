import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageActions } from '../../../ui/page-actions.tsx';
import { PasteBox } from './paste-box.tsx';
import { type HandReader, useHandReader } from './use-hand-reader.ts';

const Dialog = lazy(async () => ({ default: (await import('../../../ui/dialog.tsx')).Dialog }));

/** Where hands are added: a box on the page, or on a phone a bar that opens a sheet, which begins with what was copied. */
export function AddHands({ account }: { account: string }) {
  // The server does not know it and renders both.
  const isPhone = useMediaQuery('(width < 40rem)', undefined);
  const reader = useHandReader(account);
  const [copied, setCopied] = useState<string>();
  // An open sheet stays when the phone is turned.
  const isOpen = copied !== undefined;
  return (
    <>
      {isPhone !== true && !isOpen && (
        <Card as="section" aria-label="Add hands" className="max-sm:hidden">
          <PasteBox reader={reader} />
        </Card>
      )}
      {(isPhone !== false || isOpen) && <PasteSheet reader={reader} copied={copied} onCopied={setCopied} />}
    </>
  );
}

type PasteSheetProps = {
  reader: HandReader;
  /** What the sheet begins with; closed without it. */
  copied: string | undefined;
  onCopied: (copied: string | undefined) => void;
};

function PasteSheet({ reader, copied, onCopied }: PasteSheetProps) {
  const close = () => onCopied(undefined);
  return (
    <section aria-label="Add hands" className="contents sm:hidden">
      <PageActions>
        <Button onClick={() => void readClipboard().then(onCopied)}>Paste a hand</Button>
        <Link to="/hands/new" className={buttonClass('secondary')}>
          Build a hand
        </Link>
      </PageActions>
      {copied !== undefined && (
        <Suspense fallback={null}>
          <Dialog open onClose={close} title="Paste a hand">
            <PasteBox reader={reader} pasted={copied} onSaved={close} />
          </Dialog>
        </Suspense>
      )}
    </section>
  );
}

/** What was copied; empty if the browser or the user does not allow to read it, and then it is pasted by hand. */
async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
}
