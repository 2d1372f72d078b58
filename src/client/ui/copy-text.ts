import { showToast } from './toast.tsx';

/** Copies a text. If the browser denies access to the clipboard, the text can be selected in the message. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied', tone: 'success' });
  } catch {
    showToast({ title: 'Copy it from here', description: text, tone: 'danger' });
  }
}
