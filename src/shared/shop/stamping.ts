/** Why a PDF cannot be stamped with the user's name. It is then delivered unchanged. */
export const stampProblems = ['too_large', 'protected', 'unreadable'] as const;
export type StampProblem = (typeof stampProblems)[number];
