import { BlockList, isIP } from 'node:net';

/** Whether a message may be sent to an address. */
export type AddressRule = (address: string) => boolean;

// IANA's registry of special-purpose addresses: what is not reachable from everywhere, or is nobody's.
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const GLOBAL_IPV6 = ['2000::/3'];
// Within it: tunnels that carry an IPv4 address (Teredo, 6to4), special purposes, documentation.
const REFUSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Allows public addresses alone, and the networks that the operator names. */
export function createAddressRule(allowedNetworks: readonly string[]): AddressRule {
  const allowed = listOf(allowedNetworks);
  const refusedIpv4 = listOf(REFUSED_IPV4);
  const global = listOf(GLOBAL_IPV6);
  const refusedIpv6 = listOf(REFUSED_IPV6);
  return (address) => {
    const family = isIP(address);
    if (family === 0 || address.includes('%')) return false;
    const version = family === 4 ? 'ipv4' : 'ipv6';
    if (allowed.check(address, version)) return true;
    if (family === 4) return !refusedIpv4.check(address, 'ipv4');
    // All of ::/3, and with it IPv4 inside IPv6 (mapped, compatible, translated), is outside of the global range.
    return global.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const version = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, version);
    else list.addSubnet(address, Number(prefix), version);
  }
  return list;
}
