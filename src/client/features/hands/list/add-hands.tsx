import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { PageActions } from '../../../ui/page-actions.tsx';
import { PasteBox } from './paste-box.tsx';
import { type HandParser, useHandParser } from './use-hand-parser.ts';

const Dialog = lazyDialog(async () => (await import('../../../ui/dialog.tsx')).Dialog);

/** The form that adds hands: a box on the page; on phones, a bar that opens a sheet with the clipboard's text. */
export function AddHands({ account }: { account: string }) {
  // The server does not know the width of the screen, so it renders both the box and the bar.
  const isPhone = useMediaQuery('(width < 40rem)', undefined);
  const parser = useHandParser(account);
  const [copied, setCopied] = useState<string>();
  // The sheet stays open when the phone is rotated, even if the screen is then wide.
  const isOpen = copied !== undefined;
  return (
    <>
      {isPhone !== true && !isOpen && (
        <Card as="section" aria-label="Add hands" className="max-sm:hidden">
          <PasteBox parser={parser} />
        </Card>
      )}
      {(isPhone !== false || isOpen) && <PasteSheet parser={parser} copied={copied} onCopied={setCopied} />}
    </>
  );
}

type PasteSheetProps = {
  parser: HandParser;
  /** The initial text of the sheet; undefined while the sheet is closed. */
  copied: string | undefined;
  onCopied: (copied: string | undefined) => void;
};

function PasteSheet({ parser, copied, onCopied }: PasteSheetProps) {
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
        <Dialog open onClose={close} title="Paste a hand">
          <PasteBox parser={parser} pasted={copied} onSaved={close} />
        </Dialog>
      )}
    </section>
  );
}

/** The text in the clipboard; empty if the browser or the user denies access. The user can still paste the text. */
async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
}
