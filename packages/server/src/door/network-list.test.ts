import { expect, it } from 'vitest';
import { isNetwork, networkList } from './network-list.ts';

it.each([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/8', 'nobody', false],
  ['192.0.2.1', '192.0.2.1', true],
  ['fd00::/8', 'fd00::1', true],
  ['fd00::/8', '10.1.2.3', false],
  ['nowhere', '10.1.2.3', false],
])('in %s lies %s: %s', (network, address, isIn) => {
  expect(networkList([network])(address)).toBe(isIn);
});

it.each([
  ['10.0.0.0/32 192.0.2.1 ::/128 fd00::1', true],
  ['10.0.0.0/33 ::/129 10.0.0.0/x 10.0.0.0/8/8 nowhere', false],
])('%s are networks: %s', (texts, are) => {
  for (const text of texts.split(' ')) expect([text, isNetwork(text)]).toEqual([text, are]);
});
