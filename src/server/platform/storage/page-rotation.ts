export type PageBox = { x: number; y: number; width: number; height: number };

/** A page's clockwise rotation in degrees (`/Rotate`). */
export type Rotation = 0 | 90 | 180 | 270;

/**
 * Converts a position on the displayed page to the coordinates of the unrotated page. `right` and `up` are measured in
 * points from the displayed lower left corner.
 */
export function pointOn(
  { x, y, width, height }: PageBox,
  rotation: Rotation,
  { right, up }: { right: number; up: number },
): { x: number; y: number } {
  switch (rotation) {
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
