export { chainHash } from '../chain-hash.ts';
export { type Deed } from '../../src/trail/deed.ts';
