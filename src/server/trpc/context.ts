import type { Actor, Origin } from '../actor.ts';
import type { Deps } from '../deps.ts';

/** The browser's side of a session: the sealed cookie, whichever door the request came through. */
export type SessionCookie = {
  /** Puts a new session's id in the cookie and drops what was in it (ACC-6). */
  begin(sid: string): void;
  /** The id in the cookie, if any; it may be dead. */
  sid(): string | null;
  clear(): void;
  /** The upload ticket of a visitor, if any (D-22). */
  ticket(): string | null;
  setTicket(ticket: string): void;
};

export type Context = {
  deps: Deps;
  actor: Actor | null;
  origin: Origin;
  cookie: SessionCookie;
};
