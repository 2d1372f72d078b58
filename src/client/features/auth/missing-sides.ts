/** "Back side still missing": what the submit button waits for, or undefined when both sides are there. */
export function missingSides(sides: {
  front: string | undefined;
  back: string | undefined;
}): string | undefined {
  if (sides.front && sides.back) return undefined;
  if (sides.front) return 'Back side still missing';
  return sides.back ? 'Front side still missing' : 'Front and back side still missing';
}
