import { isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;
const MAPPED = '::ffff:';

/** Who an address stands for: of IPv6 its network, because one caller has all the addresses of a /64. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length);
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter((group) => group !== '');
  const tail = after?.split(':').filter((group) => group !== '') ?? [];
  const zeros = Array.from(
    { length: after === undefined ? 0 : Math.max(0, GROUPS - head.length - tail.length) },
    () => '0',
  );
  return [...head, ...zeros, ...tail].slice(0, GROUPS_OF_NETWORK).join(':');
}
