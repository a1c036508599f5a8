import type { AuditRecord } from '@setpoint/contract';
import { holderName, type NameOf, nameOr, reachText } from './name-of.ts';

type State = Readonly<Record<string, unknown>>;

/** A record with names in the place of ids. */
export interface Told {
  readonly id: string;
  /** The name of what it was done to. */
  readonly subject: string;
  /** Empty where there was nothing. */
  readonly before: State;
  readonly after: State;
  /** The fields that are other than before. */
  readonly changed: readonly string[];
  /** Whether somebody did it to themselves. */
  readonly isOwn: boolean;
  /** What a hold is for. */
  readonly reach: string;
  /** The client that a mapping names. */
  readonly client: string;
  readonly nameOf: NameOf;
}

const NAMES = ['clientName', 'siteName', 'personName', 'groupName', 'poolName', 'alertName'];

export function toldOf({ subject, actor, before, after }: AuditRecord, nameOf: NameOf): Told {
  const [was, is]: [State, State] = [before ?? {}, after ?? {}];
  const named = NAMES.map((name) => is[name] ?? was[name]).find((name) => typeof name === 'string');
  const isOwn = actor.id === subject.id;
  const kind = subject.kind === 'client' && nameOf('person', subject.id) !== undefined ? 'person' : subject.kind;
  return {
    id: subject.id,
    subject: named ?? (isOwn ? actor.name : undefined) ?? nameOr(nameOf, kind, subject.id),
    before: was,
    after: is,
    changed: changedOf(was, is),
    isOwn,
    reach: holdText(Object.keys(is).length === 0 ? was : is, nameOf),
    client: nameOr(nameOf, 'client', told(is['clientId'] ?? was['clientId'])),
    nameOf,
  };
}

/** A value of a record as text. */
export function told(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? value.toLocaleString('en') : '?';
}

const SECONDS_END = 16;

export function untilText(instant: unknown): string {
  return typeof instant === 'string' ? ` until ${instant.slice(0, SECONDS_END).replace('T', ' ')} UTC` : '';
}

/** The asset that alone is held, in front of where it is. */
export function assetText({ asset }: State): string {
  return typeof asset === 'string' ? `the asset ${asset} of ` : '';
}

const CAN: Readonly<Record<string, string>> = { read: 'see', schedule: 'schedule' };

/** A grant or a role: who may do what, and where. */
export function grantText({ id, before, after, nameOf }: Told, verb: 'added' | 'changed' | 'removed'): string {
  const [holderId = '', ...rest] = id.split('/');
  const holder = holderName(nameOf, holderId);
  const reach = placeText(rest, nameOf);
  const { role, can, endsAt } = verb === 'removed' ? before : after;
  if (role !== undefined) {
    if (verb === 'removed') return `took the role ${told(role)} on ${reach} from ${holder}`;
    return `gave ${holder} the role ${told(role)} on ${reach}${untilText(endsAt)}`;
  }
  const may = CAN[told(can)] ?? told(can);
  if (verb === 'removed') return `no longer lets ${holder} ${may} ${reach}`;
  return `let ${holder} ${may} ${reach}${untilText(endsAt)}`;
}

function placeText([first = '', poolId]: readonly string[], nameOf: NameOf): string {
  if (first === 'pool') return reachText(nameOf, { poolId: poolId ?? '' });
  return reachText(nameOf, first === '*' ? {} : { siteId: first });
}

function holdText({ siteId, poolId, clientId }: State, nameOf: NameOf): string {
  if (typeof poolId === 'string') return reachText(nameOf, { poolId });
  if (typeof siteId === 'string') return reachText(nameOf, { siteId });
  return typeof clientId === 'string' ? `all that ${holderName(nameOf, clientId)} set` : 'all sites';
}

function changedOf(was: State, is: State): string[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].filter((name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null));
}
