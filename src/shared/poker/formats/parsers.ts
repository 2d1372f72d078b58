import type { FormatName } from './detect.ts';
import { eight88 } from './eight88.ts';
import { ignition } from './ignition.ts';
import { ipoker } from './ipoker.ts';
import { partyEmail } from './party-email.ts';
import { partypoker } from './partypoker.ts';
import { pokerStars } from './pokerstars.ts';
import type { SiteParser } from './site-parser.ts';
import { winamax } from './winamax.ts';
import { wpn } from './wpn.ts';
import { wpnOld } from './wpn-old.ts';

/**
 * The parsers of all formats. A browser does not import this file, so that it loads only the parsers that a text needs.
 */
export const parsers: Record<FormatName, SiteParser> = {
  ignition,
  pokerStars,
  winamax,
  wpn,
  wpnOld,
  eight88,
  partyEmail,
  partypoker,
  ipoker,
};
