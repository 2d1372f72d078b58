import type { FastifyInstance } from 'fastify';

export type KnownRoute = { method: string; path: string };

/**
 * Every route that the server answers, read from the tree that Fastify prints: each line adds a piece to the path of
 * the line above it that stands further left. HEAD, which goes along with each GET, is left out.
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

/** Where routes name the same place differently it stands as `:id|:productId`: any of the names means the place. */
function firstName(piece: string): string {
  return piece.replace(/\|.*$/, '');
}

/** `GET /api/products/:` for comparing, whatever the place is called. */
export function routeKey({ method, path }: KnownRoute): string {
  return `${method} ${path.replaceAll(/:\w+/g, ':')}`;
}
