import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import { resource } from '../records.ts';

/** Stripe's limit for a file with dispute evidence: https://docs.stripe.com/file-upload#uploading-a-file */
const maxFileBytes = 5 * 1024 * 1024;
const types: Record<string, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' };

export const createFile: Handler = (context, params) => {
  const purpose = params.required('purpose', params.oneOf('purpose', ['dispute_evidence'] as const));
  const sent = params.required('file', params.object('file'));
  const filename = sent.requiredText('filename');
  const type = types[sent.requiredText('type')];
  const size = sent.requiredInteger('size');
  sent.requiredText('sha256');
  params.rejectUnread();
  if (type === undefined || size === 0 || size > maxFileBytes) {
    throw new StripeApiError(400, 'Evidence must be a PDF, JPG or PNG of at most 5 MB.', { param: 'file' });
  }
  const file = resource<Stripe.File>({
    id: newId.file(),
    object: 'file',
    created: nowSeconds(context),
    filename,
    purpose,
    size,
    type,
  });
  context.store.put('files', file.id, file);
  return file;
};
