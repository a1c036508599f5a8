export * from './add-to-means.ts';
export * from './apply-batch.ts';
export * from './carry-entries.ts';
export * from './carry-first-set.ts';
export * from './changes-between.ts';
export * from './clock-instants.ts';
export * from './commands-of.ts';
export * from './delivery.ts';
export * from './diff-schedules.ts';
export type { EntryDelivery, EntryState } from './entry-delivery.ts';
export * from './entry-events.ts';
export { type AppliedVersion, neededToAnswer } from './first-applied.ts';
export * from './hold.ts';
export * from './headroom.ts';
export * from './in-force.ts';
export * from './join-means.ts';
export * from './judge-following.ts';
export * from './measured-slots.ts';
export * from './parse-batch.ts';
export * from './parse-instant.ts';
export * from './plan-issues.ts';
export * from './presence.ts';
export * from './problem.ts';
export {
  ENERGY_RULES,
  type EnergyOutlook,
  type EnergyRules,
  type EnergyViolation,
  type StoredEnergy,
} from './project-energy.ts';
export * from './rating.ts';
export * from './replay-batch.ts';
export * from './resolve-plan.ts';
export * from './resolve-tick.ts';
export * from './revision.ts';
export type { BessSituation, Issue, IssueCode, Segment, Situation, Step } from './segment.ts';
export * from './schedule-after.ts';
export * from './series.ts';
export * from './session.ts';
export * from './snapshot.ts';
export * from './stored-energy-of.ts';
export * from './tree-to-groups.ts';
export type { Window } from './sweep.ts';
export { type Commands, valuesAt } from './values-at.ts';
