export { type Fault, activeFaults } from '../../src/plant/fault.ts';
export { type PlantConfig } from '../../src/plant/plant-config.ts';
export { createPlant } from '../../src/plant/plant.ts';
export { type Random, seededRandom } from '../../src/plant/seeded-random.ts';
export { followOrders } from '../../src/plant/follow-orders.ts';
export { simulatedDriver } from '../../src/plant/simulated-driver.ts';
