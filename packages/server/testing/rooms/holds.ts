export { makeHold } from '../../src/holds/make-hold.ts';
export { releaseHold } from '../../src/holds/release-hold.ts';
