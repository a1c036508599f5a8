export { type LinkState, passMessage } from '../../src/faults/pass-message.ts';
