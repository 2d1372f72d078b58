/** `part` of `all` as "40%", rounded; "<1%" and ">99%" for a part that would round to 0% or 100% but is neither. */
export function formatShare(part: number, all: number): string {
  const percent = all === 0 ? 0 : Math.round((part / all) * 100);
  if (percent === 0 && part > 0) return '<1%';
  return percent === 100 && part < all ? '>99%' : `${percent}%`;
}
