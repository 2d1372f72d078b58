/** The placeholder of a select whose choices come from a query: they are still loading, or could not be loaded. */
export function choiceHint(
  { data, isPending, isError }: { data: unknown; isPending: boolean; isError: boolean },
  otherwise: string,
): string {
  if (isPending) return 'Loading...';
  return isError && data === undefined ? 'Could not be loaded. Reload the page.' : otherwise;
}
