import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * A part of the application in a file of its own. The router reloads the page when such a file cannot be loaded, also
 * while there is no network; here it is an error like any other, and `RouteError` decides.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(
    () =>
      importer().catch((cause: unknown) => {
        // The router does not recognise it with the error's name before its message.
        throw new Error(String(cause), { cause });
      }),
    exportName,
  );
