import { namesOfPair, ordinalOf, type PairName, pairName, POOL_SERVICES, type SiteId } from '@setpoint/contract';
import { appliedVersionOf, type Revision, revisionOf } from '@setpoint/core';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import type { StoredLimitation, KnownRejection } from '../../delivery/stored-rejection.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/write-events.ts';

/** What a controller said of the schedule. */
export interface Said {
  readonly revision: string | null;
  readonly rejected: readonly KnownRejection[];
  readonly limited: readonly StoredLimitation[];
}

export interface AnnouncedReport {
  readonly siteId: SiteId;
  readonly now: number;
  readonly current: Revision;
  readonly before: Said;
  readonly after: Said;
  /** Whether the log said last that the site is online. */
  readonly isAnnouncedOnline: boolean;
}

const standingVersions = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('set_command')
    .select(['asset', 'type', 'version'])
    .where('site_id', '=', param('siteId'))
    .unionAll(
      db.selectFrom('cleared_command').select(['asset', 'type', 'version']).where('site_id', '=', param('siteId')),
    ),
);

/** Tells of a site that is back, and of the commands that its controller took, refused or limits since its report before. */
export async function announceReport(tx: Tx, announced: AnnouncedReport): Promise<void> {
  const { siteId, now, before, after, isAnnouncedOnline } = announced;
  const events: NewEvent[] = isAnnouncedOnline ? [] : [{ type: 'site.online', data: {} }];
  if (saysOther(before, after)) {
    events.push(...(await commandEvents(tx, announced)));
  }
  events.push(...limitedEvents(announced));
  await appendEvents(tx, { siteId, now, events });
}

/** Whether a controller carries out of the schedule what it did not before, or the other way round. */
export function saysOther(before: Refusing, after: Refusing): boolean {
  return before.revision !== after.revision || namesOf(before) !== namesOf(after);
}

type Refusing = Pick<Said, 'revision' | 'rejected'>;

function namesOf({ rejected }: Refusing): string {
  return rejected.map(({ asset, type, code }) => `${asset}/${type} ${code}`).join();
}

async function commandEvents(tx: Tx, { siteId, current, before, after }: AnnouncedReport): Promise<NewEvent[]> {
  const latest = new Map<PairName, number>();
  for (const { asset, type, version } of await tx.all(standingVersions, { siteId })) {
    const pair = pairName({ asset, type });
    latest.set(pair, Math.max(version, latest.get(pair) ?? 0));
  }
  // An order asks for an activation that nobody has set.
  for (const pair of refusedActivations(before, after)) if (!latest.has(pair)) latest.set(pair, current.version);
  const was = verdicts(before, current);
  const is = verdicts(after, current);
  const inOrder = [...latest].sort(([one], [other]) => ordinalOf(one) - ordinalOf(other));
  return inOrder.flatMap(([pair, version]): NewEvent[] => {
    const verdict = is(pair, version);
    if (verdict === undefined || verdict.code === was(pair, version)?.code) return [];
    const names = namesOfPair(pair);
    const { code, message } = verdict;
    if (code === null) return [{ type: 'command.accepted', data: { ...names, version } }];
    return [{ type: 'command.rejected', data: { ...names, version, code, message: message ?? null } }];
  });
}

/** Of each pair by what it is limited: a power in its place that moves is nothing new. */
function limitedEvents({ current, before, after }: AnnouncedReport): NewEvent[] {
  const version = appliedVersionOf(after.revision, revisionOf(current)) ?? current.version;
  const isSamePair = (one: StoredLimitation) => (other: StoredLimitation) => pairName(one) === pairName(other);
  const began = after.limited.filter((one) => before.limited.find(isSamePair(one))?.by !== one.by);
  const over = before.limited.filter((one) => !after.limited.some(isSamePair(one)));
  return [
    ...began.map(({ asset, type, by, kW }) => ({ asset, type, version, isOver: false, by, kW })),
    ...over.map(({ asset, type }) => ({ asset, type, version, isOver: true, by: null, kW: null })),
  ].map((data) => ({ type: 'command.limited', data }));
}

function refusedActivations(...said: readonly Said[]): PairName[] {
  const refused = new Set(said.flatMap(({ rejected }) => rejected.map((one) => pairName(one))));
  return POOL_SERVICES.map((service) => `grid/${service}ActivationkW` as const).filter((pair) => refused.has(pair));
}

/** Says of a command whether it was taken (no code) or refused; undefined while the controller has it not. */
function verdicts({ revision, rejected }: Said, current: AnnouncedReport['current']) {
  const applied = appliedVersionOf(revision, revisionOf(current));
  const refused = new Map(rejected.map((one) => [`${one.asset}/${one.type}`, one]));
  return (pair: PairName, version: number) => {
    if (applied === null || applied < version) return undefined;
    const { code = null, message } = refused.get(pair) ?? {};
    return { code, message };
  };
}
