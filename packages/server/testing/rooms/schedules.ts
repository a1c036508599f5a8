export { applySchedules } from '../../src/schedules/apply-schedules.ts';
