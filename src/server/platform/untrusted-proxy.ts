import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { dayMs, hourMs } from '../../shared/durations.ts';

/** Records a proxy that is not in TRUST_PROXY. All of its visitors share the rate limits of one IP address. */
export type UntrustedProxy = {
  note(peer: string): void;
  /** The last such peer, if seen within a day. */
  recent(): string | undefined;
};

/** Warns once an hour, however many requests have such headers. */
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
        'X-Forwarded-For from a peer that TRUST_PROXY does not name: if it is your proxy, name it, or all visitors share its address',
      );
    },
    recent: () => (last && now().getTime() - last.at < dayMs ? last.peer : undefined),
  };
}

/** The peer of a forwarded request, unless TRUST_PROXY lists it. */
export function untrustedForwarder(request: FastifyRequest): string | undefined {
  if (!request.headers['x-forwarded-for']) return undefined;
  // Fastify lists the peer first, and reads the header only for a trusted peer.
  return (request.ips?.length ?? 1) > 1 ? undefined : request.socket.remoteAddress;
}
