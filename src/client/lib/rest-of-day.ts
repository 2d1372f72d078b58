/** From when a query was loaded until the user's next midnight, in milliseconds: as `staleTime` of what is about today. */
export function restOfDay({ state }: { state: { dataUpdatedAt: number } }): number {
  const loaded = new Date(state.dataUpdatedAt);
  return new Date(loaded.getFullYear(), loaded.getMonth(), loaded.getDate() + 1).getTime() - loaded.getTime();
}
