type Choice = { value: string; label: string };

/**
 * The choices of a select. A stored session, PDF or coaching plan that is no longer in the shop is added to them,
 * because the browser shows the first choice as selected if it does not know the stored value.
 * @param choices - undefined until they are loaded
 */
export function withStoredChoice(choices: readonly Choice[] | undefined, stored: string): readonly Choice[] {
  if (!choices) return [];
  if (stored === '' || choices.some(({ value }) => value === stored)) return choices;
  return [...choices, { value: stored, label: 'No longer in the shop' }];
}
