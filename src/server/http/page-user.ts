import { callTRPCProcedure } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import { parseReadingResource } from '../../shared/learning/reading-path.ts';
import { firstQueriesOf, isOwnPage, type OwnState, type QueryResponse } from '../../shared/page-state.ts';
import { getCurrentUser } from '../auth/current-user.operations.ts';
import type { Deps } from '../deps.ts';
import { timeZoneOf } from '../learning/goals/goals.operations.ts';
import { appRouter } from '../router.ts';
import type { Context } from '../trpc/context.ts';
import { createContext } from './context.ts';

/**
 * The user's own data for a page.
 * @param path the page, such as `/read/$kind/$id`
 * @returns undefined for pages without own data, if all queries fail, for logged-out users, and while an admin views the
 *   student's pages
 */
export async function readOwnState(
  deps: Deps,
  request: FastifyRequest,
  { path, pathname }: { path: string; pathname: string },
): Promise<OwnState | undefined> {
  if (!isOwnPage(path)) return undefined;
  const context = await createContext(deps, request);
  const { actor } = context;
  if (!actor || actor.viewing) return undefined;
  const [user, timeZone, ...answers] = await Promise.all([
    getCurrentUser(deps, actor),
    timeZoneOf(deps, actor),
    ...queriesOf(path, pathname).map((query) => respond(context, request, query)),
  ]);
  const responses = answers.filter((response) => response !== undefined);
  // Such as a PDF that is not open to the user: the browser shows why.
  if (responses.length === 0) return undefined;
  return { user, timeZone: timeZone ?? 'UTC', responses };
}

type Query = Omit<QueryResponse, 'data'>;

function queriesOf(path: string, pathname: string): Query[] {
  const [, , kind = '', id = ''] = pathname.split('/');
  const reading = path === '/read/$kind/$id' && parseReadingResource(kind, id);
  if (reading) return [{ procedure: 'learning.openReading', input: reading }];
  return firstQueriesOf(path).map((procedure) => ({ procedure }));
}

/** Undefined if the query fails. The browser then sends it and reports the error. */
async function respond(
  ctx: Context,
  request: FastifyRequest,
  { procedure, input }: Query,
): Promise<QueryResponse | undefined> {
  try {
    const data: unknown = await callTRPCProcedure({
      router: appRouter,
      path: procedure,
      getRawInput: () => Promise.resolve(input),
      ctx,
      type: 'query',
      signal: undefined,
      batchIndex: 0,
    });
    return { procedure, ...(input !== undefined && { input }), data };
  } catch (error) {
    request.log.info({ err: error, procedure }, 'a page lacks a response');
    return undefined;
  }
}
