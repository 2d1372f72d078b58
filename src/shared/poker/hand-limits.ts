/** Most of what one hand may hold. Apart from the schema, so that the worker that reads pasted hands stays small. */
export const handLimits = { seats: 10, actions: 400, boards: 3 } as const;
