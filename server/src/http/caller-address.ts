import ipaddr from 'ipaddr.js';

/**
 * A provider gives an IPv6 customer a network of this size or larger, so a limit counts the whole network as one
 * caller.
 */
const ipv6NetworkBits = 64;

/**
 * Turns a caller's IP address into the subject that limits count: IPv4 as it is, also when it is written as IPv6, and
 * IPv6 as its /64 network.
 */
export function callerSubject(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${ipv6NetworkBits}`).toString()}/64`;
}
