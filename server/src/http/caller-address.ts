import ipaddr from 'ipaddr.js';

/**
 * Turns a caller's IP address into the network address that the limits count. All addresses of an IPv6 /64 network
 * become one network address, because internet providers give each customer a network of at least this size. IPv4
 * addresses stay as they are, also when written as IPv6.
 */
export function callerSubject(ip: string): string {
  return shorten(ip, 64);
}

/**
 * Works like `callerSubject`, but shortens IPv6 addresses to their /48 network. One customer can get a whole /48,
 * which contains 65,536 networks of size /64.
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
