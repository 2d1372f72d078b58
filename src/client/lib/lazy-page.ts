import { lazyRouteComponent } from '@tanstack/react-router';
import { createElement, useEffect } from 'react';
import { announceContentHydrated } from './early-input.ts';

/**
 * A part of the application in its own chunk. By default the router reloads the page when a chunk cannot be loaded,
 * even while offline. Here the failure is an ordinary error, which `RouteError` handles.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(async () => {
    const module = await importer().catch((cause: unknown) => {
      // `String(cause)` puts the error's name before the message, which the router then does not recognize.
      throw new Error(String(cause), { cause });
    });
    const name = exportName ?? 'default';
    function PageContent(props: object) {
      useEffect(announceContentHydrated, []);
      return createElement(module[name], props);
    }
    return { ...module, [name]: PageContent };
  }, exportName);
