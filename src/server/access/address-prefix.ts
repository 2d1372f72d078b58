import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network of an IP address, IPv4 /24 or IPv6 /48, which is precise enough as evidence in a dispute; null for text
 * that is not an IP address.
 */
export function addressPrefix(ip: string): string | null {
  const address = /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip;
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return null;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0');
  const first = [...groups, ...after].slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/48`;
}
