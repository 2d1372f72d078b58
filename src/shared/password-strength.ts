/** What attackers try first; compared in lower case. */
const common = new Set(
  (
    '123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 654321 111111 000000 222222 333333 ' +
    '555555 666666 777777 888888 999999 11111111 00000000 88888888 121212 112233 123123 123321 131313 159753 147258 ' +
    '147258369 232323 252525 789456 789456123 696969 101010 102030 123654 159357 ' +
    'password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd pass123 pass1234 passwort ' +
    'qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh asdfghjkl asdf1234 ' +
    'zxcvbn zxcvbnm 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsx qazwsxedc qwe123 qweasd qweasdzxc ' +
    'abc123 abcd1234 abc12345 abcdef abcdefg abcdefgh a123456 a12345678 aa123456 aaaaaa 123abc 123qwe 1234qwer ' +
    'admin1 admin123 administrator root123 toor123 letmein letmein1 welcome welcome1 welcome123 changeme default ' +
    'secret secret1 secret123 master hunter hunter2 shadow monkey monkey1 dragon dragon1 tigger killer ninja123 ' +
    'superman batman spiderman pokemon naruto starwars matrix trustno1 whatever freedom nothing computer internet ' +
    'google samsung android iphone iloveyou iloveu loveme lovely love123 princess sunshine flower butterfly angel1 ' +
    'babygirl daniel michael michelle jordan jordan23 jennifer jessica ashley andrew charlie thomas robert anthony ' +
    'football football1 baseball basketball soccer hockey liverpool arsenal chelsea barcelona realmadrid juventus ' +
    'ferrari mercedes porsche mustang harley corvette ginger pepper cookie cheese banana orange purple summer winter ' +
    'summer2024 winter2024 january december monday friday family forever access login123 test123 test1234 testing ' +
    'guest123 user123 poker1 poker123 pokerface allin123 fullhouse royalflush aceofspades casino holdem texasholdem'
  ).split(' '),
);

export type PasswordStrength = {
  /** 0 cannot be used or is guessed at once … 4 very strong. */
  score: 0 | 1 | 2 | 3 | 4;
  label: 'Too weak' | 'Weak' | 'Fair' | 'Strong' | 'Very strong';
  /** How to make it better; absent from 3 upwards. */
  advice?: string;
};

export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/**
 * A rough measure of how long guessing takes, for the meter (D-72): bits by length and kinds of signs, where repeats
 * and runs such as `aaa` or `4567` count little. It only advises; the rule is the minimum length.
 * @param own words that others know about the person, such as email and names.
 */
export function passwordStrength(password: string, own: readonly string[] = []): PasswordStrength {
  const lower = password.toLowerCase();
  if (isCommonPassword(password)) {
    return { score: 0, label: 'Too weak', advice: 'This is one of the passwords that are tried first.' };
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

/** Signs that repeat or continue the one before count a quarter. */
function effectiveLength(text: string): number {
  const signs = [...text];
  return signs.reduce((sum, sign, index) => {
    const before = signs[index - 1];
    const step = before === undefined ? undefined : (sign.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
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
