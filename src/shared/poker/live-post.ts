import type { PostKind } from './hand-limits.ts';

/** Whether a post is part of the seat's bet on the street, and so reduces what the seat must add to call. */
export const isLivePost = (what: PostKind): boolean => what !== 'ante' && what !== 'dead';
