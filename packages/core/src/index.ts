export * from './following/add-to-means.ts';
export * from './batch/apply-batch.ts';
export * from './command-text/carry-first-set.ts';
export * from './plan/changes-between.ts';
export * from './delivery/clock-instants.ts';
export type { Change, CommandText, SetTexts } from './command-text/command-text.ts';
export * from './command-text/count-entries.ts';
export * from './command-text/entry-ending-after.ts';
export * from './command-text/entry-facts-of.ts';
export { firstVersionsOf } from './command-text/first-set.ts';
export * from './command-text/read-changes.ts';
export * from './command-text/pair-of-text.ts';
export { commandsOf, seriesOf } from './command-text/read-command.ts';
export * from './delivery/applied-version-of.ts';
export * from './delivery/command-deliveries.ts';
export * from './delivery/current-revision.ts';
export * from './delivery/site-facts.ts';
export * from './delivery/site-state.ts';
export * from './history/diff-schedules.ts';
export type { EntryDelivery, EntryState } from './delivery/entry-delivery.ts';
export * from './delivery/entry-events.ts';
export { type AppliedVersion, neededToAnswer } from './delivery/first-applied-lookup.ts';
export * from './holds/held-since.ts';
export * from './headroom/resolve-headroom.ts';
export * from './following/in-force.ts';
export * from './following/join-means.ts';
export * from './following/judge-following.ts';
export * from './following/measured-slots.ts';
export * from './batch/parse-batch.ts';
export * from './time/parse-instant.ts';
export * from './plan/issues-of.ts';
export * from './delivery/presence.ts';
export * from './batch/describe-problems.ts';
export type { Problem } from './batch/problem.ts';
export {
  ENERGY_RULES,
  type EnergyOutlook,
  type EnergyRules,
  type EnergyViolation,
  type StoredEnergy,
} from './plan/project-energy.ts';
export * from './devices/rating.ts';
export * from './history/replay-batch.ts';
export * from './plan/resolve-plan.ts';
export * from './plan/resolve-tick.ts';
export * from './delivery/revision.ts';
export type { BessSituation, Issue, IssueCode, Segment, Situation, Step } from './plan/segment.ts';
export type { Interval, Series } from './time/series.ts';
export * from './time/first-index.ts';
export * from './time/instant-text.ts';
export * from './delivery/take-session.ts';
export * from './delivery/snapshot-text.ts';
export * from './plan/stored-energy-of.ts';
export * from './devices/tree-to-groups.ts';
export type { Window } from './time/sweep.ts';
export { type Commands, valuesAt } from './time/values-at.ts';
