export { type ControlState, controlTick } from '../../src/execute/control-tick.ts';
export { judgeRefusals } from '../../src/execute/judge-refusals.ts';
