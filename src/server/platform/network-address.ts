import { isIPv4, isIPv6 } from 'node:net';

/** The groups of an IP address: four in decimal for IPv4; eight in lowercase hex, without leading zeros, for IPv6. */
type Address = { version: 4 | 6; groups: string[] };

/** Some proxies write addresses to X-Forwarded-For with the port: `203.0.113.7:52000` and `[2001:db8::9]:52000`. */
export function withoutPort(ip: string): string {
  const [, v6, v4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(ip) ?? [];
  return v6 ?? v4 ?? ip;
}

/** Reads an IPv4-mapped IPv6 address as IPv4. Undefined if the address is invalid. */
export function parseAddress(ip: string): Address | undefined {
  const address = /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip;
  if (isIPv4(address)) return { version: 4, groups: address.split('.') };
  if (!isIPv6(address)) return undefined;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const omitted = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(omitted).fill('0'), ...after];
  return { version: 6, groups: groups.map((group) => Number.parseInt(group, 16).toString(16)) };
}

/**
 * The network of an IP address, as its first three groups: an IPv4 /24 or an IPv6 /48. Undefined if the address is
 * invalid.
 */
function networkOf(ip: string): Address | undefined {
  const address = parseAddress(ip);
  return address && { version: address.version, groups: address.groups.slice(0, 3) };
}

/**
 * Masks an IP address as `203.0.113.*` or `2001:db8:1:*`, which users can still recognize. Empty if null or invalid.
 */
export function maskAddress(ip: string | null): string {
  const network = ip === null ? undefined : networkOf(ip);
  if (!network) return '';
  return network.version === 4 ? `${network.groups.join('.')}.*` : `${network.groups.join(':')}:*`;
}

/** The network's first groups, such as `203.0.113` or `2001:db8:1`; `unknown` if the address is invalid. */
export function networkPrefix(ip: string): string {
  const network = networkOf(ip);
  return network ? network.groups.join(network.version === 4 ? '.' : ':') : 'unknown';
}

/** The network in CIDR notation, such as `203.0.113.0/24` or `2001:db8:1::/48`; null if the address is invalid. */
export function networkCidr(ip: string): string | null {
  const network = networkOf(ip);
  if (!network) return null;
  return network.version === 4 ? `${network.groups.join('.')}.0/24` : `${network.groups.join(':')}::/48`;
}
