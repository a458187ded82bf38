import ipaddr from 'ipaddr.js';

/**
 * Returns the network address that the limits count for an IP address. IPv6 addresses of one /64 network count as one,
 * because every customer of an internet provider gets at least this network.
 */
export function callerSubject(ip: string): string {
  return shorten(ip, 64);
}

/**
 * Works like `callerSubject`, but shortens IPv6 addresses to their /48 network, because one customer can get a whole
 * /48.
 */
export function callerNetwork(ip: string): string {
  return shorten(ip, 48);
}

function shorten(ip: string, ipv6Bits: number): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${ipv6Bits}`);
  return `${network.toString()}/${ipv6Bits}`;
}
