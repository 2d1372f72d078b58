export type PageBox = { x: number; y: number; width: number; height: number };

/** By how many degrees a page is displayed clockwise. */
export type Turned = 0 | 90 | 180 | 270;

/** The point of a page that is displayed so far to the right of, and above, its lower left corner. In points. */
export function pointOn(
  { x, y, width, height }: PageBox,
  turned: Turned,
  { right, up }: { right: number; up: number },
): { x: number; y: number } {
  switch (turned) {
    case 90:
      return { x: x + width - up, y: y + right };
    case 180:
      return { x: x + width - right, y: y + height - up };
    case 270:
      return { x: x + up, y: y + height - right };
    default:
      return { x: x + right, y: y + up };
  }
}
