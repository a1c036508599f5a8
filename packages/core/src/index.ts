export { earlierOf } from './time/earlier-of.ts';
export { firstIndex } from './time/first-index.ts';
export { instantText, instantTextOrNull } from './time/instant-text.ts';
export { explainBadInstant, withColon } from './time/explain-bad-instant.ts';
export { parseInstant } from './time/parse-instant.ts';
export { advanceClock, certainNow, CLOCK_MUST_HOLD_MS, isClockWrong, type StoreClock } from './time/store-clock.ts';
export type { Series } from './time/series.ts';
export type { Window } from './time/sweep.ts';
export { type Commands, valuesAt, type Values } from './time/values-at.ts';
export { applyChanges, orderedTexts } from './command-text/apply-changes.ts';
export { carryFirstSet } from './command-text/carry-first-set.ts';
export { carrySpliced } from './command-text/carry-spliced.ts';
export type { Change, SetTexts } from './command-text/command-text.ts';
export { countEntries } from './command-text/count-entries.ts';
export { entryEndingAfter } from './command-text/entry-ending-after.ts';
export type { EntryFacts } from './command-text/carry-entries.ts';
export { entryFactsOf } from './command-text/entry-facts-of.ts';
export { firstVersionsOf } from './command-text/first-set.ts';
export { pairOfText } from './command-text/pair-of-text.ts';
export { readChanges } from './command-text/read-changes.ts';
export { commandsOf, seriesOf } from './command-text/read-command.ts';
export { writeChanges, writeTexts } from './command-text/write-changes.ts';
export { ratingsOf, ratingsText } from './devices/rating.ts';
export { type Measurement, measurementsOf, treeToGroups, unknownAssets } from './devices/tree-to-groups.ts';
export { changesBetween, type PlanChange } from './plan/changes-between.ts';
export { issuesOf, type PlanIssue } from './plan/issues-of.ts';
export { layOrders, orderedPair, type PoolOrder } from './plan/lay-orders.ts';
export { newIssues } from './plan/new-issues.ts';
export type { EnergyOutlook } from './plan/project-energy.ts';
export { type Plan, type PlanInput, resolvePlan } from './plan/resolve-plan.ts';
export { planAt, resolveInstant, type Resolved } from './plan/resolve-instant.ts';
export type { BessSituation, Segment, Situation } from './plan/segment.ts';
export { storedEnergyOf } from './plan/stored-energy-of.ts';
export { applyBatch, type DecidedChange, KEYS_KEPT_MS, neededTexts, touchedPairs } from './batch/apply-batch.ts';
export { describeProblems } from './batch/describe-problems.ts';
export { type DayGrid, dayGrid, type Expanded, expandDay, expandSteps } from './batch/expand-day.ts';
export { parseBatch, type ParsedBatch } from './batch/parse-batch.ts';
export { type Problem, RULE_MEANING } from './batch/problem.ts';
export { CSV_COLUMNS, type NamedPair } from './batch/read-csv-rows.ts';
export { allInLines, readScheduleCsv } from './batch/read-schedule-csv.ts';
export { addToMeans, type Means } from './following/add-to-means.ts';
export { type InForce, inForceOf, type Standing, withoutTime } from './following/in-force.ts';
export { joinMeans, type MeasuredSlot, measuredSlots, type StoredMeans } from './following/measured-slots.ts';
export {
  type EntryFollowing,
  type FollowingType,
  type InForceCommands,
  judgedEntries,
  judgeFollowing,
  type OrderedEnergy,
} from './following/judge-following.ts';
export { notFollowed, type OrderFollowing, type JudgedOrder, judgeOrders } from './following/judge-order.ts';
export type { TimedPower } from './following/over-ramp.ts';
export { judgeableAt, isJudged, JUDGED_PAIRS, type JudgedPair, limitSideOf } from './following/judged-pairs.ts';
export { KEEP_WITHIN_MS } from './following/due-limit.ts';
export { slotsOver, type SuppliedSlot, suppliedSlots } from './following/supplied-slots.ts';
export { appliedVersionOf, currentRevision, revisionOf, type Revision } from './delivery/revision.ts';
export { type ClockInstants, instantsOfCommand } from './delivery/clock-instants.ts';
export { batchState, commandDeliveries, asksForPower, type CommandDelivery } from './delivery/command-deliveries.ts';
export { horizonEnd, horizonOf, horizonRevision, seesUntil } from './delivery/horizon-revision.ts';
export { type EntryEvent, entryEvents, nextBoundary } from './delivery/entry-events.ts';
export { type AppliedVersion, neededToAnswer } from './delivery/first-applied-lookup.ts';
export { activatedKw } from './plan/activation-at.ts';
export { clockOffset, type ClockReading, readingsToCompare } from './delivery/clock-offset.ts';
export { type PowersSoFar, type ReportedPowers, suspectPowers } from './delivery/suspect-powers.ts';
export { type ReportedValues, suspectValues, type ValuesSoFar } from './delivery/suspect-values.ts';
export { storageOrder } from './delivery/storage-order.ts';
export { FULL_ACTIVATION_MS } from './plan/full-activation-ms.ts';
export { sinceSet } from './delivery/since-set.ts';
export { type Expected, expectedAt } from './following/expected-at.ts';
export { type Away, judgePower } from './following/judge-power.ts';
export {
  isClockOff,
  type KnownTrouble,
  type NextTroubles,
  nextTroubles,
  type SeenTrouble,
} from './delivery/next-troubles.ts';
export { isOnline } from './delivery/presence.ts';
export type { CommandFacts, Release, SiteFacts } from './delivery/site-facts.ts';
export { siteState } from './delivery/site-state.ts';
export { snapshotText } from './delivery/snapshot-text.ts';
export { endsConnection, type SessionState, judgeSession } from './delivery/judge-session.ts';
export {
  type Headroom,
  HEADROOM_KINDS,
  type HeadroomInterval,
  type HeadroomKind,
} from './headroom/headroom-interval.ts';
export { resolveHeadroom } from './headroom/resolve-headroom.ts';
export { diffSchedules } from './history/diff-schedules.ts';
export { replayBatch } from './history/replay-batch.ts';
export { heldSince, isHoldable, type SiteHold } from './holds/held-since.ts';
export { heldSiteState } from './holds/held-site-state.ts';
export { mayRelease } from './holds/may-release.ts';
export { divideSignal, type Allocation, type Hindrance, type MemberNow } from './pools/divide-signal.ts';
export { LONGEST_ORDER_MS, LONGEST_OUT_OF_ORDER_MS, LONGEST_SIGNAL_MS, signalRefusal } from './pools/signal-refusal.ts';
export { seatFreeAt } from './pools/seat-free-at.ts';
export { WATTS_PER_KW } from './pools/member-capacity.ts';
export { goneMember } from './pools/gone-member.ts';
export {
  nextDeviation,
  type DeviationChange,
  type KnownFollowing,
  type SeenFollowing,
} from './pools/next-deviation.ts';
export { hiddenMisses, type MemberMissing } from './pools/hidden-misses.ts';
export { HINDRANCES, hindranceOf } from './pools/hindrance-of.ts';
export { wasTold, oneOfEachService, ordersOverTime, type DivisionOfSite } from './pools/orders-over-time.ts';
export { countBounds, askedShortage, bookedShortages, type PoolShortage, toldAfterMs } from './pools/pool-shortage.ts';
export { changeMembership, type Membership } from './pools/change-membership.ts';
export { type ExplainedSignal, explainShare } from './pools/explain-share.ts';
export { type Availability, memberAvailability } from './pools/member-availability.ts';
export { type Offer, type SignalToSplit, splitSignal } from './pools/split-signal.ts';
export { packShares, type PackedShare, shareAt, unpackShares } from './pools/pack-shares.ts';
export { orderedRevision, ordersInForce, type SiteOrder, withOrders } from './pools/with-orders.ts';
export { FOLLOWING_ASSETS, type FollowingAsset, type Tolerance, type Tolerances } from './following/tolerance.ts';
