import type { SystemCheck } from '../../../shared/admin/system.ts';

/** What a health check found, with instructions unless all is well. */
export type Finding = Pick<SystemCheck, 'state' | 'summary' | 'advice' | 'technical'>;

export const well = (summary: string): Finding => ({ state: 'ok', summary, advice: null, technical: null });

export const bad = (
  state: 'warning' | 'failed',
  summary: string,
  advice: string,
  technical: string | null = null,
): Finding => ({ state, summary, advice, technical });

export const serverLog = 'The server’s log says why.';
