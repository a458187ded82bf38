import ipaddr from 'ipaddr.js';

/** All IPv6 addresses that are in use on the internet. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to a computer on the public internet, not to a private network, this computer, a
 * tunnel, or a reserved or unused range.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address inside an IPv6 address, such as ::ffff:127.0.0.1, is judged as an IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6);
}
