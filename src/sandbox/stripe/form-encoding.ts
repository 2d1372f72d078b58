import { StripeApiError } from './api-error.ts';

/** Parameters as sent. A value is text, or nested parameters by name (in a list, by index). */
export type RawParams = { [name: string]: RawParams | string };

const maxDepth = 8;

function parsePath(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket <= 0) return [name];
  const path = [name.slice(0, bracket)];
  const rest = name.slice(bracket);
  for (const match of rest.matchAll(/\[([^[\]]*)\]/g)) path.push(match[1] ?? '');
  const rebuilt = path
    .slice(1)
    .map((part) => `[${part}]`)
    .join('');
  if (rebuilt !== rest || path.length > maxDepth) {
    throw new StripeApiError(400, `Invalid parameter name: ${name.slice(0, 100)}`, {
      code: 'parameter_unknown',
    });
  }
  return path;
}

/**
 * Parses `application/x-www-form-urlencoded` text with brackets (`a[b][0]=c`, `expand[]=d`), the encoding that the
 * official SDK uses for bodies and queries. Lists become objects with numeric names.
 * @throws StripeApiError 400 for a name that is malformed, nested too deeply, or nested in a parameter that is text
 */
export function parseForm(text: string): RawParams {
  const root: RawParams = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = parsePath(name);
    let node = root;
    for (const [depth, step] of path.entries()) {
      const part = step === '' && depth > 0 ? String(Object.keys(node).length) : step;
      if (depth === path.length - 1) {
        node[part] = value;
        continue;
      }
      const inner = node[part] ?? Object.create(null);
      if (typeof inner === 'string') {
        throw new StripeApiError(400, `Invalid object: ${name.slice(0, 100)}`, {
          code: 'parameter_invalid_object',
        });
      }
      node[part] = inner;
      node = inner;
    }
  }
  return root;
}
