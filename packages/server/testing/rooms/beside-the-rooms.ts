export { WRITES_URL } from '../../src/writes-url.ts';
