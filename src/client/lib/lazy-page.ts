import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * A part of the application in its own chunk. By default the router reloads the page when a chunk cannot be loaded,
 * even while offline. Here the failure is an ordinary error, which `RouteError` handles.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(
    () =>
      importer().catch((cause: unknown) => {
        // With the error's name before the message, the router does not recognize it.
        throw new Error(String(cause), { cause });
      }),
    exportName,
  );
