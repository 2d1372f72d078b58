import { callTRPCProcedure } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import { handFilterOf } from '../../shared/hands/hand-search.ts';
import { parseReadingResource } from '../../shared/learning/reading-path.ts';
import {
  firstQueriesOf,
  isOwnPage,
  type OwnPath,
  type OwnState,
  type QueryResponse,
} from '../../shared/page-state.ts';
import { getSignedInUser } from '../auth/current-user.operations.ts';
import type { Deps } from '../deps.ts';
import { appRouter } from '../router.ts';
import type { Context } from '../trpc/context.ts';
import { createContext } from './context.ts';

/**
 * The user's own data for a page.
 * @param path - the page, such as `/read/$kind/$id`
 * @returns undefined if the page shows no data of the user, if all queries fail, if nobody is logged in, and during
 * impersonation
 */
export async function readOwnState(
  deps: Deps,
  request: FastifyRequest,
  { path, ...location }: { path: string; pathname: string; search: URLSearchParams },
): Promise<OwnState | undefined> {
  if (!isOwnPage(path)) return undefined;
  const queries = queriesOf(path, location);
  if (queries.length === 0) return undefined;
  const context = await createContext(deps, request);
  const { actor } = context;
  if (!actor || actor.impersonation) return undefined;
  const [user, ...results] = await Promise.all([
    getSignedInUser(deps, actor),
    ...queries.map((query) => respond(context, request, query)),
  ]);
  const responses = results.filter((response) => response !== undefined);
  // All queries failed, for example for a PDF that the user may not open. The browser repeats them and shows the error.
  if (responses.length === 0) return undefined;
  return { user, timeZone: user.timeZone ?? 'UTC', now: deps.now().getTime(), responses };
}

type Query = Omit<QueryResponse, 'data'>;

/**
 * The queries of a page, with the inputs that the client uses, so that the client finds the responses. Empty while the
 * user answers drills.
 */
function queriesOf(
  path: OwnPath,
  { pathname, search }: { pathname: string; search: URLSearchParams },
): Query[] {
  const [, , kindOrId = '', id = ''] = pathname.split('/');
  const first = firstQueriesOf(path).map((procedure) => ({ procedure }));
  switch (path) {
    case '/read/$kind/$id': {
      const input = parseReadingResource(kindOrId, id);
      return input ? [{ procedure: 'learning.openReading', input }] : [];
    }
    case '/coaching':
    case '/coaching-dashboard':
      return [...first, { procedure: 'hands.list', input: { limit: 1 } }];
    case '/hands': {
      const input = handFilterOf(Object.fromEntries(search));
      return [{ procedure: 'hands.list', input, type: 'infinite' }, ...first];
    }
    case '/notes':
      return [{ procedure: 'learning.allNotes', input: {}, type: 'infinite' }];
    // While drills are being answered, the browser may continue with drills that it has stored.
    case '/practice':
      return search.has('ask') ? [] : first;
    case '/practice/$deck':
      if (search.has('ask') || search.has('drill')) return [];
      return [{ procedure: 'drills.deck', input: { id: kindOrId } }];
    default:
      return first;
  }
}

/** The response of a query; undefined if the query fails. The browser then repeats the query and reports the error. */
async function respond(
  ctx: Context,
  request: FastifyRequest,
  { procedure, input, type }: Query,
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
    if (type === undefined) return { procedure, ...(input !== undefined && { input }), data };
    return { procedure, input, type, data: { pages: [data], pageParams: [null] } };
  } catch (error) {
    request.log.info(
      { err: error, procedure },
      'a page was sent without the response of a query that failed',
    );
    return undefined;
  }
}
