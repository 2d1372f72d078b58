import type { FastifyRequest } from 'fastify';
import { isCalendarDay } from '../../shared/calendar-day.ts';
import type { QueryResponse } from '../../shared/page-state.ts';
import type { DailyView } from '../../shared/practice/daily.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { getDaily, listDailyArchive } from '../practice/daily/daily.operations.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { createContext } from './context.ts';

/**
 * The hand of a day, as the user or visitor may see it.
 * @param day - null for today
 * @returns `missing` if the day has no hand, `closed` if the user or visitor may not see it
 */
export async function readDay(
  deps: Deps,
  request: FastifyRequest,
  day: string | null,
): Promise<DailyView | 'missing' | 'closed'> {
  // The URL may name 30 February.
  if (day !== null && !isCalendarDay(day)) return 'missing';
  try {
    const { actor, metadata } = await createContext(deps, request);
    return await getDaily(deps, actor, day === null ? {} : { day }, metadata);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === 'not_found' ? 'missing' : 'closed';
  }
}

/** The given hand of the day and, if visitors may see hands of the day, the newest earlier hands. */
export async function dailyResponses(deps: Deps, daily: DailyView): Promise<QueryResponse[]> {
  const responses: QueryResponse[] = [{ procedure: 'daily.get', input: { day: daily.day }, data: daily }];
  if (daily.isToday) responses.push({ procedure: 'daily.get', input: {}, data: daily });
  const { dailyIsPublic } = await getSettings(deps);
  if (!dailyIsPublic) return responses;
  const data = { pages: [await listDailyArchive(deps, null, {})], pageParams: [null] };
  return [...responses, { procedure: 'daily.archive', input: {}, type: 'infinite', data }];
}
