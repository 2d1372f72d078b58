type Choice = { value: string; label: string };

/**
 * The choices of a select. A stored session, PDF or coaching plan that is no longer on offer is added to them. Without
 * it, the browser would show the first choice, and the user could not choose that one instead.
 * @param choices undefined until they are loaded
 */
export function withStoredChoice(choices: readonly Choice[] | undefined, stored: string): readonly Choice[] {
  if (!choices) return [];
  if (stored === '' || choices.some(({ value }) => value === stored)) return choices;
  return [...choices, { value: stored, label: 'No longer on offer' }];
}
