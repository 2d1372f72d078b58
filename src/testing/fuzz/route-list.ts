import type { FastifyInstance } from 'fastify';

export type KnownRoute = { method: string; path: string };

/**
 * Lists all routes of the server. They are parsed from Fastify's printed route tree, in which each line continues the
 * path of the nearest line above with less indentation. HEAD is omitted, because it accompanies every GET.
 */
export function routesOf(app: FastifyInstance): KnownRoute[] {
  const routes: KnownRoute[] = [];
  const pieces: string[] = [];
  for (const line of app.printRoutes().split('\n')) {
    const match = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line);
    if (!match) continue;
    const [, indent = '', piece = '', methods] = match;
    const depth = indent.length / 4;
    pieces.length = depth;
    pieces[depth] = piece;
    for (const method of methods?.split(', ') ?? []) {
      if (method !== 'HEAD') routes.push({ method, path: pieces.map(withFirstName).join('') });
    }
  }
  return routes;
}

/** If routes name the same parameter differently, the tree prints `:id|:productId`. Keeps only the first name. */
function withFirstName(piece: string): string {
  return piece.replace(/\|.*$/, '');
}

/** A key without names of parameters, such as `GET /api/products/:`, to compare routes. */
export function routeKey({ method, path }: KnownRoute): string {
  return `${method} ${path.replaceAll(/:\w+/g, ':')}`;
}
