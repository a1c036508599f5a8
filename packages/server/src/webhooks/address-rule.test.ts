import { describe, expect, it } from 'vitest';
import { isNetwork } from '../door/network-list.ts';
import { createAddressRule } from './address-rule.ts';

describe('an address that a message may be sent to', () => {
  it.each(['1.1.1.1', '93.184.216.34', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'is one of the public network: %s',
    (address) => expect(createAddressRule([])(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '2002:7f00:1::',
    '2001:0:4136:e378::1',
    '2001:db8::1',
    'localhost',
    '',
    '127.1',
    '0x7f000001',
  ])('is never %s', (address) => expect(createAddressRule([])(address)).toBe(false));

  it('is in a network that the operator allows, and in no other', () => {
    const rule = createAddressRule(['10.1.0.0/16', '::1', '127.0.0.1']);
    expect(['10.1.255.1', '::1', '127.0.0.1'].map(rule)).toEqual([true, true, true]);
    expect(['10.2.0.1', '::2', '127.0.0.2'].map(rule)).toEqual([false, false, false]);
  });

  it('is written as a network, or is no network at all', () => {
    expect(['10.0.0.0/8', '::1', 'fc00::/7', '1.2.3.4'].every(isNetwork)).toBe(true);
    expect(['10/8', '10.0.0.0/33', 'a', '::/129', '1.2.3.4/8/9', ''].some(isNetwork)).toBe(false);
  });
});
