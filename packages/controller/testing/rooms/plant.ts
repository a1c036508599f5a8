export { type Fault, activeFaults } from '../../src/plant/fault.ts';
export { type Random, seededRandom } from '../../src/plant/seeded-random.ts';
export { followOrders } from '../../src/plant/simulated-driver.ts';
