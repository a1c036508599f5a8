export { type PlantTarget, noTarget } from '../../src/driver/driver.ts';
