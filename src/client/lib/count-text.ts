/** "1 payment", "1,203 payments". @param many - the plural, if it is not `one` with an “s” */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** "3 of 1,203 payments". */
export function countOfText(count: number, total: number, one: string): string {
  return `${count.toLocaleString('en-US')} of ${countText(total, one)}`;
}
