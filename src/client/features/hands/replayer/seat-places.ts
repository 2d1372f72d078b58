/** Percentages from the left and the top of the table. */
type Place = readonly [x: number, y: number];

const bottom: Place = [50, 91];
const bottomLeft: Place = [15, 88];
const bottomRight: Place = [85, 88];
const left: Place = [12, 50];
const right: Place = [88, 50];
const leftLow: Place = [12, 63];
const leftHigh: Place = [12, 34];
const rightLow: Place = [88, 63];
const rightHigh: Place = [88, 34];
const topLeft: Place = [22, 9];
const top: Place = [50, 9];
const topRight: Place = [78, 9];

/** The places by number of seats, clockwise from the bottom. */
const places: Record<number, readonly Place[]> = {
  2: [bottom, top],
  3: [bottom, topLeft, topRight],
  4: [bottom, left, top, right],
  5: [bottom, left, topLeft, topRight, right],
  6: [bottom, leftLow, leftHigh, top, rightHigh, rightLow],
  7: [bottom, leftLow, leftHigh, topLeft, topRight, rightHigh, rightLow],
  8: [bottom, bottomLeft, left, topLeft, top, topRight, right, bottomRight],
  9: [bottom, bottomLeft, leftLow, leftHigh, topLeft, topRight, rightHigh, rightLow, bottomRight],
  10: [bottom, bottomLeft, leftLow, leftHigh, topLeft, top, topRight, rightHigh, rightLow, bottomRight],
};

/** The place of each seat, with the seat `first` at the bottom. @param order seats clockwise */
export function seatPlaces(order: readonly number[], first: number): Map<number, Place> {
  const start = Math.max(order.indexOf(first), 0);
  const rotated = [...order.slice(start), ...order.slice(0, start)];
  const slots = places[rotated.length] ?? [];
  return new Map(rotated.map((seat, index) => [seat, slots[index] ?? top]));
}
