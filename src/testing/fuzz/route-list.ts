import type { FastifyInstance } from 'fastify';

export type KnownRoute = { method: string; path: string };

/**
 * Lists every route of the server, parsed from Fastify's route tree: each line appends to the path of the nearest
 * line above with less indentation. HEAD is omitted, because it accompanies every GET.
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
      if (method !== 'HEAD') routes.push({ method, path: pieces.map(firstName).join('') });
    }
  }
  return routes;
}

/** Where routes name the same parameter differently, the tree prints `:id|:productId`; the names are equivalent. */
function firstName(piece: string): string {
  return piece.replace(/\|.*$/, '');
}

/** `GET /api/products/:` for comparison, whatever the parameter's name. */
export function routeKey({ method, path }: KnownRoute): string {
  return `${method} ${path.replaceAll(/:\w+/g, ':')}`;
}
