import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Copies a text that is too long to read, such as an id. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Copied', description: text, tone: 'success' });
    } catch {
      // The browser may deny access to the clipboard. The text can be selected in the message.
      showToast({ title: 'Copy it from here', description: text, tone: 'danger' });
    }
  }
  return (
    <Button variant="quiet" size="small" title={text} onClick={() => void copy()}>
      {children}
    </Button>
  );
}
