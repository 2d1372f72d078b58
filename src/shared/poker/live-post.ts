import type { PostKind } from './hand-limits.ts';

/** Whether a post is part of the seat's bet on the street, so that a call need not add it again. */
export const isLivePost = (what: PostKind): boolean => what !== 'ante' && what !== 'dead';
