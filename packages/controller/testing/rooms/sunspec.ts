export { sunspecDriver } from '../../src/sunspec/sunspec-driver.ts';
