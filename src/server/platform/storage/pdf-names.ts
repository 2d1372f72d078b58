/** A name as a PDF may write it: any letter may be written as `#` and two hexadecimal digits (ISO 32000-1 §7.3.5). */
export function namePattern(name: string): RegExp {
  const letters = [...name].map((letter) => {
    const hex = letter.charCodeAt(0).toString(16);
    const digits = [...hex].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
    return `(?:${letter}|#${digits})`;
  });
  return new RegExp(`/${letters.join('')}(?![^\\s()<>[\\]{}/%\\0])`);
}
