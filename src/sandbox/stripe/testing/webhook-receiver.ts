import { createServer } from 'node:http';
import { listen } from '../../../testing/free-port.ts';

type ReceivedPost = { body: string; signature: string; headers: Record<string, unknown> };

export type WebhookReceiver = {
  url: string;
  received: ReceivedPost[];
  /** Returns the status of a response. A test can replace this function at any time. */
  respond: (post: ReceivedPost) => number | Promise<number>;
  close(): Promise<void>;
};

/** An HTTP server on loopback that records the requests posted to it. Responds with 200 until `respond` is replaced. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedPost[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const signature = request.headers['stripe-signature'];
    const post = {
      body: Buffer.concat(chunks).toString('utf8'),
      signature: typeof signature === 'string' ? signature : '',
      headers: { ...request.headers },
    };
    received.push(post);
    const status = await receiver.respond(post);
    response.writeHead(status, status >= 300 && status < 400 ? { location: receiver.url } : {});
    response.end();
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${await listen(server)}/webhook`,
    received,
    respond: () => 200,
    close: async () => {
      const closing = Promise.withResolvers<void>();
      server.close(() => closing.resolve());
      server.closeAllConnections();
      await closing.promise;
    },
  };
  return receiver;
}
