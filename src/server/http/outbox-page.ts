import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { listOutbox } from '../messages/email/email.operations.ts';
import { escapeHtml } from '../messages/email/render-email.ts';

type OutboxEmail = Awaited<ReturnType<typeof listOutbox>>[number];

/**
 * Only in development: shows the emails that would have been sent. Some contain links that reset passwords, so only the
 * local machine may read them, even if a development server is reachable from the network.
 */
export function registerOutboxPage(app: FastifyInstance, deps: Deps): void {
  app.get('/dev/outbox', async (request, reply) => {
    if (!isLocalRequest(request, deps.appUrl())) throw notFound('Page');
    const emails = await listOutbox(deps.db);
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg"><title>Outbox</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}article{border-top:1px solid #8888;padding:.5rem 0}iframe{width:100%;height:26rem;border:1px solid #8888;border-radius:6px;color-scheme:light}</style><h1>Outbox</h1>${emails.map(article).join('') || '<p>No email yet.</p>'}`,
      );
  });
}

const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Checks the Host header as well as the connection: a site could let its own host name resolve to this machine, and
 * read the page in a visitor's browser (DNS rebinding). Always false if the academy has a public URL.
 */
function isLocalRequest({ headers, socket }: FastifyRequest, appUrl: string): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '');
  return isLoopback && thisMachine.test(headers.host ?? '') && thisMachine.test(new URL(appUrl).host);
}

function article(email: OutboxEmail): string {
  const state = email.status === 'failed' ? 'failed for good' : email.status;
  const attempts = email.last_error
    ? `<p>Attempt ${email.attempts} failed: ${escapeHtml(email.last_error)}</p>`
    : '';
  // The iframe disables scripts and forms. Links in the email open in a new tab.
  const html = email.body_html
    ? `<details><summary>HTML</summary><iframe title="${escapeHtml(email.subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" srcdoc="${escapeHtml(`<base target="_blank">${email.body_html}`)}"></iframe></details>`
    : '';
  return `<article><h2>${escapeHtml(email.subject)}</h2><p>To ${escapeHtml(email.to_address)} · ${email.created_at} · ${state}</p>${attempts}<pre>${linked(email.body_text)}</pre>${html}</article>`;
}

/** The text of an email with its URLs as links. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
