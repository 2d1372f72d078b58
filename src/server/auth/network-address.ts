import { isIPv6 } from 'node:net';

/** The first three groups of an IP address; undefined if it is invalid. */
function networkGroups(ip: string): { groups: string[]; separator: '.' | ':' } | undefined {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(mapped)) {
    return { groups: mapped.split('.').slice(0, 3), separator: '.' };
  }
  if (!isIPv6(ip)) return undefined;
  const [head = ''] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  while (groups.length < 3) groups.push('0');
  return { groups: groups.slice(0, 3), separator: ':' };
}

/**
 * Masks an IP address as `203.0.113.*` or `2001:db8:1:*`, which users can still recognize. Empty if null or invalid.
 */
export function maskAddress(ip: string | null): string {
  const known = ip === null ? undefined : networkGroups(ip);
  return known ? `${known.groups.join(known.separator)}${known.separator}*` : '';
}

/** The network of an IP address: a /24 or a /48; `unknown` if the address is invalid. */
export function addressPrefix(ip: string): string {
  const known = networkGroups(ip);
  return known ? known.groups.join(known.separator) : 'unknown';
}
