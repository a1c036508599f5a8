import type { AuditRecord } from '@setpoint/contract';

/** What there is of each subject of the registry, by its kind and id. */
export type RegistryState = ReadonlyMap<string, unknown>;

/** What is recorded of a subject and is no state of it: ways in, tokens, refusals, who sends the signals of a pool. */
const NO_STATE = /^(?:sign_in|session|token|client\.connected|person\.groups_changed|pool\.seat_)/;
const KINDS = new Set('client person group site grant mapping pool hold webhook alert'.split(' '));

const CLAIMING = new Set(['session.began', 'person.groups_changed']);

/** The registry as the log says that it is: the last that was said of each subject. */
export function replayRecords(records: readonly AuditRecord[]): RegistryState {
  const state = new Map<string, unknown>();
  for (const { subject, after, action } of records) {
    const key = `${subject.kind}:${subject.id}`;
    if (CLAIMING.has(action)) setClaims(state, subject.id, after?.['groups'] as string[]);
    if (!KINDS.has(subject.kind) || NO_STATE.test(action)) continue;
    if (after !== null) state.set(key, shownState(subject.kind, after));
    else remove(state, key);
  }
  return state;
}

function setClaims(state: Map<string, unknown>, id: string, groups: readonly string[]): void {
  if (groups.length === 0) state.delete(`claims:${id}`);
  else state.set(`claims:${id}`, groups.toSorted());
}

// Who was a member before is kept with the pool, and ends with the site that it was.
function shownState(kind: string, after: Readonly<Record<string, unknown>>) {
  if (kind !== 'pool') return after;
  return { ...after, members: (after['members'] as Member[]).filter(({ to }) => to === null) };
}

interface Member {
  readonly siteId: string;
  readonly to: string | null;
}

function remove(state: Map<string, unknown>, key: string): void {
  state.delete(key);
  const [kind = '', id = ''] = key.split(':');
  for (const [other, of] of state) {
    if (GOES_WITH[kind]?.({ ...(of as object), key: other }, id) === true) state.delete(other);
    else if (kind === 'site' && other.startsWith('pool:')) state.set(other, without(id, of as PoolState));
  }
}

interface PoolState {
  readonly members: readonly Member[];
}

function without(siteId: string, pool: PoolState): PoolState {
  return { ...pool, members: pool.members.filter((member) => member.siteId !== siteId) };
}

interface Other {
  readonly key: string;
  readonly clientId?: string;
  readonly siteId?: string;
}

const isGrantOf = ({ key }: Other, id: string) => key.startsWith(`grant:${id}/`);
const ofHolder = (other: Other, id: string) => isGrantOf(other, id) || other.key === `claims:${id}`;

/** With whoever holds them go grants, claims, mappings and webhooks; with a site or a pool what is on it. */
const GOES_WITH: Readonly<Record<string, (other: Other, id: string) => boolean>> = {
  client: (other, id) => isGrantOf(other, id) || (/^(?:mapping|webhook):/.test(other.key) && other.clientId === id),
  person: ofHolder,
  group: ofHolder,
  site: ({ key, siteId }, id) =>
    (/^grant:[^/]+\/[^/]+$/.test(key) && key.endsWith(`/${id}`)) || (key.startsWith('hold:') && siteId === id),
  pool: ({ key }, id) => key.startsWith('grant:') && key.endsWith(`/pool/${id}`),
};
