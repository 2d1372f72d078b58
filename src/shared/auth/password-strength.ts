export type PasswordStrength = {
  /** From 0, too weak, to 4, very strong. */
  score: 0 | 1 | 2 | 3 | 4;
  label: 'Too weak' | 'Weak' | 'Fair' | 'Strong' | 'Very strong';
  /** How to improve the password; undefined from score 3 upwards. */
  advice?: string;
};

/** Whether a password repeats one to three characters or is a run of adjacent ones: `232323`, `abcdef`, `987654`. */
export function isPattern(password: string): boolean {
  const lower = password.toLowerCase();
  if (/^(.{1,3})\1+$/su.test(lower)) return true;
  const points = [...lower].map((character) => character.codePointAt(0) ?? 0);
  const steps = points.slice(1).map((point, index) => point - (points[index] ?? 0));
  return steps.length > 0 && steps.every((step) => Math.abs(step) === 1 && step === steps[0]);
}

/**
 * For the strength meter: roughly estimates from length and character classes how hard the password is to guess.
 * Repeats and runs such as `aaa` or `4567` count little. The meter only advises; the server enforces the minimum length
 * and the password policy.
 * @param own - data that others know about the user, such as email and names
 * @param isCommon - whether the server's list of common passwords contains the password
 */
export function passwordStrength(
  password: string,
  own: readonly string[] = [],
  isCommon = false,
): PasswordStrength {
  const lower = password.toLowerCase();
  if (isCommon || isPattern(password)) {
    return { score: 0, label: 'Too weak', advice: 'This is one of the passwords that attackers try first.' };
  }
  const known = own
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .find((word) => word.length >= 4 && lower.includes(word));
  const bits = effectiveLength(lower) * Math.log2(alphabetSize(password)) * (known === undefined ? 1 : 0.5);
  const score = bits < 25 ? 0 : bits < 40 ? 1 : bits < 55 ? 2 : bits < 75 ? 3 : 4;
  const labels = ['Too weak', 'Weak', 'Fair', 'Strong', 'Very strong'] as const;
  const label = labels[score];
  if (score >= 3) return { score, label };
  if (known !== undefined) return { score, label, advice: 'Leave out your name and email.' };
  return { score, label, advice: 'Make it longer: three or four words that do not belong together.' };
}

/** A character that repeats or continues the previous one counts as a quarter of a character. */
function effectiveLength(text: string): number {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  return points.reduce((sum, point, index) => {
    const previous = points[index - 1];
    const step = previous === undefined ? undefined : point - previous;
    return sum + (step !== undefined && Math.abs(step) <= 1 ? 0.25 : 1);
  }, 0);
}

function alphabetSize(text: string): number {
  let size = 0;
  if (/[a-z]/.test(text)) size += 26;
  if (/[A-Z]/.test(text)) size += 26;
  if (/[0-9]/.test(text)) size += 10;
  if (/[^a-zA-Z0-9]/.test(text)) size += 33;
  return Math.max(size, 2);
}
