/** A redacted part of an image. All values are fractions of its width and height, 0…1. */
export type MaskBox = { x: number; y: number; width: number; height: number };

type Point = { x: number; y: number };

const within = (value: number) => Math.min(Math.max(value, 0), 1);

/** The box between two points, in any order. */
export function boxBetween(from: Point, to: Point): MaskBox {
  const [left, right] = [within(Math.min(from.x, to.x)), within(Math.max(from.x, to.x))];
  const [top, bottom] = [within(Math.min(from.y, to.y)), within(Math.max(from.y, to.y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a box is so small that it was probably drawn by accident. */
export function isTooSmall({ width, height }: MaskBox): boolean {
  return width < 0.01 || height < 0.01;
}

const step = 0.02;

/**
 * Moves a box with an arrow key, or resizes it with Shift, without leaving the image.
 * @returns undefined for other keys
 */
export function moveBox(box: MaskBox, key: string, resize: boolean): MaskBox | undefined {
  const [dx, dy] =
    { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key] ?? [];
  if (dx === undefined || dy === undefined) return undefined;
  if (resize) {
    return {
      ...box,
      width: Math.min(Math.max(box.width + dx, step), 1 - box.x),
      height: Math.min(Math.max(box.height + dy, step), 1 - box.y),
    };
  }
  return {
    ...box,
    x: Math.min(Math.max(box.x + dx, 0), 1 - box.width),
    y: Math.min(Math.max(box.y + dy, 0), 1 - box.height),
  };
}
