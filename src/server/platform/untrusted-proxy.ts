import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { dayMs, hourMs } from '../../shared/durations.ts';

/**
 * Records peers that send X-Forwarded-For but are not in TRUST_PROXY. If such a peer is the academy's proxy, all
 * visitors share the rate limits of its IP address.
 */
export type UntrustedProxy = {
  note(peer: string): void;
  /** The last recorded peer, if it was recorded within the last day. */
  recent(): string | undefined;
};

/** Logs at most one warning an hour. */
export function watchUntrustedProxy({
  log,
  now,
}: {
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => Date;
}): UntrustedProxy {
  let last: { peer: string; at: number } | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    note(peer) {
      const at = now().getTime();
      last = { peer, at };
      if (at - warnedAt < hourMs) return;
      warnedAt = at;
      log.warn(
        { peer },
        'a peer that is not in TRUST_PROXY sent X-Forwarded-For: if it is your proxy, add it, because all visitors now share its rate limits',
      );
    },
    recent: () => (last && now().getTime() - last.at < dayMs ? last.peer : undefined),
  };
}

/**
 * The peer that sent a request with X-Forwarded-For; undefined without the header, or if TRUST_PROXY lists the peer.
 */
export function untrustedForwarder(request: FastifyRequest): string | undefined {
  if (!request.headers['x-forwarded-for']) return undefined;
  return isForwardedByTrustedProxy(request) ? undefined : request.socket.remoteAddress;
}

/** Whether the peer that sent the request with X-Forwarded-For is in TRUST_PROXY. */
export function isForwardedByTrustedProxy(request: FastifyRequest): boolean {
  // Fastify lists the peer first, and reads the header only for a trusted peer.
  return (request.ips?.length ?? 1) > 1;
}
