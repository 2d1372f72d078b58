import type { Actor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';

/** The encrypted session cookie and the device cookie of a request, for both tRPC and REST. */
export type SessionCookie = {
  /** Stores a new session's id in the session cookie, which then contains only that id and the upload ticket. */
  begin(sid: string): void;
  /** The session id in the session cookie, if any; the session may have ended. */
  sid(): string | null;
  /** Removes the session cookie, and makes the browser clear its cache and storage. */
  clear(): void;
  /** The upload ticket of a visitor, if any. */
  ticket(): string | null;
  setTicket(ticket: string): void;
  /** The token of a login that waits for its second factor. By itself, it grants no access. */
  challenge(): string | null;
  setChallenge(token: string): void;
  /** The token by which this browser is recognized at a login. */
  device(): string | null;
  rememberDevice(token: string): void;
};

export type Context = {
  deps: Deps;
  actor: Actor | null;
  metadata: RequestMetadata;
  cookie: SessionCookie;
};
