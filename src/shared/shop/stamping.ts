/** Why a PDF cannot carry its reader's name; it is then delivered as it is. */
export const stampProblems = ['too_large', 'protected', 'unreadable'] as const;
export type StampProblem = (typeof stampProblems)[number];
