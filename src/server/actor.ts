import type { Role } from '../shared/enums.ts';

/** Who is asking: a signed-in person with a live session. */
export type Actor = { userId: string; role: Role };
/** Required by admin operations, so that they do not compile with a student's context. */
export type AdminActor = Actor & { role: 'admin' };

/** Where a request came from, for limits and the audit log. */
export type Origin = { ip: string; requestId: string; userAgent: string | null };

/** What ties uploads together before there is an account: a random ticket in the sealed cookie (D-22). */
export type Uploader = { actor: Actor | null; ticket: string | null };
