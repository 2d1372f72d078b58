/**
 * The rows before the first that exceeds a limit.
 * @param max `bytes` of the rows as JSON
 */
export function rowsThatFit<Row extends Record<string, unknown>>(
  rows: readonly Row[],
  max: { count: number; bytes: number },
): Row[] {
  let bytes = 0;
  const exceeding = rows.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return index >= max.count || bytes > max.bytes;
  });
  return exceeding < 0 ? [...rows] : rows.slice(0, exceeding);
}
