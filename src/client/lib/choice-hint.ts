/** The placeholder of a select. While the choices are loading, or if they could not be loaded, it says so. */
export function choiceHint(
  { data, isPending, isError }: { data: unknown; isPending: boolean; isError: boolean },
  otherwise: string,
): string {
  if (isPending) return 'Loading...';
  return isError && data === undefined ? 'Could not be loaded. Reload the page.' : otherwise;
}
