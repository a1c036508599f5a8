export { type ControlState, controlTick } from '../../src/execute/control-tick.ts';
export { executeSchedule } from '../../src/execute/execute-schedule.ts';
export { judgeRefusals } from '../../src/execute/judge-refusals.ts';
