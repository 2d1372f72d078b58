import type { Actor, Origin } from '../actor.ts';
import type { Deps } from '../deps.ts';

/** The browser's side of a session: the sealed cookie, whichever door the request came through. */
export type SessionCookie = {
  /** Puts a new session's id in the cookie and drops what was in it. */
  begin(sid: string): void;
  /** The id in the cookie, if any; it may be dead. */
  sid(): string | null;
  /** Signs the browser out and has it drop what it kept of the pages. */
  clear(): void;
  /** The upload ticket of a visitor, if any. */
  ticket(): string | null;
  setTicket(ticket: string): void;
  /** The token of a sign-in whose second step is still to come. It opens nothing else. */
  challenge(): string | null;
  setChallenge(token: string): void;
  /** The token by which this browser is known again at a sign-in. */
  device(): string | null;
  rememberDevice(token: string): void;
};

export type Context = {
  deps: Deps;
  actor: Actor | null;
  origin: Origin;
  cookie: SessionCookie;
};
