import type { DownloadError } from '../../../lib/download-file.ts';

/** What the browser's own alert says when a plan's download is refused or breaks off. */
export function planDownloadAlert({ status }: Pick<DownloadError, 'status'>): string {
  return status === 403
    ? 'Access denied. Please upgrade your subscription to access this PDF.'
    : 'Failed to download PDF';
}

/** The name that a plan is saved under. */
export function planFileName(pdfNumber: number): string {
  return `poker-coaching-plan-${pdfNumber}.pdf`;
}
