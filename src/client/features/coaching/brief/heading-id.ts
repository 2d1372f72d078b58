import type { BriefBlock } from '../../../../shared/coaching/brief.ts';

/** The id of the heading of a part of the brief. */
export const headingIdOf = (block: BriefBlock): string => `brief-${block}`;
