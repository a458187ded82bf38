import ipaddr from 'ipaddr.js';

/**
 * Turns a caller's IP address into the subject that limits count: IPv4 as it is, also when it is written as IPv6, and
 * IPv6 as its /64 network. A provider gives a customer a network of this size or larger, so it counts as one caller.
 */
export function callerSubject(ip: string): string {
  return shorten(ip, 64);
}

/**
 * Like `callerSubject`, but with IPv6 as its /48 network. A single customer can get that much, with 65,536 networks of
 * /64 in it.
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
