import { BlockList, isIP } from 'node:net';

const MAPPED = '::ffff:';

/** Tells whether an address is one of these addresses, or in one of these networks such as `10.0.0.0/8`. */
export function networkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address);
    if (family === 0) continue;
    const version = family === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, version);
    else list.addSubnet(address, Number(prefix), version);
  }
  return (given) => {
    const address = given.startsWith(MAPPED) && given.includes('.') ? given.slice(MAPPED.length) : given;
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Whether a text is a network such as `10.0.0.0/8`, or one address. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return isIP(address) !== 0 && isPrefix && rest.length === 0;
}
