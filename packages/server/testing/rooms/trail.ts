export { chainHash } from '../../src/trail/chain-hash.ts';
export { type Deed } from '../../src/trail/deed.ts';
