import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { listOutbox } from '../mail/mail.operations.ts';

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Development only: reads the mails that would have gone out. */
export function registerOutboxPage(app: FastifyInstance, deps: Deps): void {
  app.get('/dev/outbox', async (_request, reply) => {
    const mails = await listOutbox(deps.db);
    const items = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to_address)} · ${mail.created_at} · ${mail.status}</p><pre>${escapeHtml(mail.body_text)}</pre></article>`,
    );
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title><style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}pre{white-space:pre-wrap}article{border-top:1px solid #8888;padding:.5rem 0}</style><h1>Outbox</h1>${items.join('') || '<p>No mail yet.</p>'}`,
      );
  });
}
