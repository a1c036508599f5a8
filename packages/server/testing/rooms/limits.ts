// What tests of the whole product use of this room.
export { SHARE_NAMES, type ShareName } from '../../src/limits/shares.ts';
