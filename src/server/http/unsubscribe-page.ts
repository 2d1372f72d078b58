import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { readUnsubscribe, unsubscribe } from '../messages/email/preferences.operations.ts';
import { escapeHtml } from '../messages/email/render-email.ts';
import { getSettings } from '../settings/settings.operations.ts';

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as Record<string, unknown>;
  return typeof token === 'string' ? token : '';
}

async function sendPage(deps: Deps, reply: FastifyReply, body: string): Promise<FastifyReply> {
  const name = escapeHtml((await getSettings(deps)).academyName);
  return (
    reply
      // With no-referrer, the form's origin would be "null", and the request would be rejected as cross-site.
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe · ${name}</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.1rem}</style><main><p>${name}</p><h1>Unsubscribe</h1>${body}</main></html>`,
      )
  );
}

/**
 * Unsubscribes from one kind of optional email. GET shows a button and changes nothing, because mail scanners follow
 * every link. POST unsubscribes; it is sent by this button or by the button of an email client (RFC 8058). Both methods
 * require only the signed token.
 */
export function registerUnsubscribePage(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    // The page's button and email clients (RFC 8058) send a form. The content of any body is ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, (_request, _body, done) =>
      done(null),
    );
    // For an invalid link, a browser gets a page, and any other client gets the usual error.
    scope.setErrorHandler((error, request, reply) => {
      const isPageWanted = request.headers.accept?.includes('text/html') ?? false;
      if (!(error instanceof DomainError) || error.code !== 'not_found' || !isPageWanted) throw error;
      return sendPage(
        deps,
        reply.code(404),
        '<p role="alert">This link is incomplete. Copy all of it from the email, or choose your emails on your <a href="/profile">profile</a>.</p>',
      );
    });
    scope.get('/api/mail/unsubscribe', async (request, reply) => {
      const label = readUnsubscribe(deps, tokenOf(request));
      return sendPage(
        deps,
        reply,
        `<p>Stop receiving emails of the kind “${escapeHtml(label)}”?</p><form method="post"><button>Unsubscribe</button></form>`,
      );
    });
    scope.post('/api/mail/unsubscribe', async (request, reply) => {
      const label = await unsubscribe(deps, tokenOf(request));
      return sendPage(
        deps,
        reply,
        `<p role="status">You will no longer receive emails of the kind “${escapeHtml(label)}”.</p>`,
      );
    });
  });
}
