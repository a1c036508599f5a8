export { type Driver, type PlantTarget, noTarget } from '../../src/driver/driver.ts';
