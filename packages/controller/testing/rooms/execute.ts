export { executeSchedule } from '../../src/execute/execute-schedule.ts';
export { judgeRefusals } from '../../src/execute/judge-refusals.ts';
