import { canSchedule, type ClientId, parseSiteId, type Role, ROLES, scopesOfRoles } from '@setpoint/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { findSiteAccess } from '../access/sites/find-site-access.ts';
import { type Granted, grantedTo } from '../access/grants/granted-to.ts';
import { hasAnyGrant } from '../access/grants/has-any-grant.ts';
import { listSiteRights } from '../access/sites/list-site-rights.ts';
import { listVisibleSites } from '../access/sites/list-visible-sites.ts';
import type { Authenticate } from '../identity/caller.ts';
import { createAuthenticate } from '../identity/tokens/create-authenticate.ts';
import { openSigningKeys, type SigningKeys } from '../identity/keys/signing-keys.ts';
import { listPools } from '../pools/list-pools.ts';
import { putPool } from '../pools/put-pool.ts';
import { readPool } from '../pools/read-pool.ts';
import { newSite } from '../../testing/new-site.ts';
import { listSiteHeads } from '../sites/list-sites.ts';
import { isSessionOpen } from '../sessions/is-session-open.ts';
import { findPersonNow } from '../sessions/find-person-now.ts';
import { membersFrom, NORTH } from '../../testing/members-from.ts';
import { STORE_KINDS, storeOfEachTest, type TestStore } from '../../testing/open-test-store.ts';
import { signInPerson } from '../../testing/sign-in-person.ts';
import { addGroup } from './add-group.ts';
import { changePerson } from './change-person.ts';
import { endPersonSessions } from './end-person-sessions.ts';
import { giveRole } from './give-role.ts';
import type { Holder } from './holder.ts';
import { removeHolder } from './remove-holder.ts';
import { revokeRole } from './revoke-role.ts';

const ISSUERS = ['https://one.example', 'https://two.example'] as const;
const GROUPS = ['trading', 'control room'] as const;
const SUBJECT = 'ada';
const siteAt = (number: number) => {
  const siteId = parseSiteId(`00000000-0000-7000-8000-00000000000${number}`);
  if (siteId === undefined) throw new Error('no id of a site');
  return siteId;
};
const SITES = [siteAt(1), siteAt(2)];
const POOL = NORTH.poolId;
const PLACES: readonly Granted[] = [
  grantedTo({ allSites: true }),
  ...SITES.map((siteId) => grantedTo({ siteId })),
  grantedTo({ poolId: POOL }),
];
const publicUrl = 'https://setpoint.example';

type Step =
  | {
      readonly do: 'give';
      readonly holder: number;
      readonly place: number;
      readonly role: Role;
      readonly ended: boolean;
    }
  | { readonly do: 'take'; readonly holder: number; readonly place: number }
  | { readonly do: 'name' | 'forget'; readonly group: number }
  | { readonly do: 'sign in'; readonly as: number; readonly groups: readonly number[]; readonly tooOld: boolean }
  | { readonly do: 'disable' | 'enable' | 'sign out'; readonly as: number };

const index = (below: number) => fc.integer({ min: 0, max: below - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('give' as const),
      holder: index(6),
      place: index(PLACES.length),
      role: fc.constantFrom(...ROLES),
      ended: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('take' as const), holder: index(6), place: index(PLACES.length) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('name' as const, 'forget' as const), group: index(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sign in' as const),
      as: index(2),
      groups: fc.subarray([0, 1]),
      tooOld: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('disable' as const, 'enable' as const, 'sign out' as const),
      as: index(2),
    }),
  },
);

/** A person of the model: what is true of it, and whether its token is. */
interface Modelled {
  personId: ClientId | undefined;
  authorization: string | undefined;
  isEnabled: boolean;
  isIn: boolean;
  groups: readonly string[];
}

describe.each(STORE_KINDS)('persons, groups and roles, on %s', (kind) => {
  let store: TestStore['store'];
  let keys: SigningKeys;
  let authenticate: Authenticate;
  const now = () => Date.now();

  const opened = storeOfEachTest(kind);
  beforeEach(async () => {
    ({ store } = opened);
    keys = await openSigningKeys({ store, now });
    authenticate = createAuthenticate({ store, keys, findPersonNow, isSessionOpen, issuers: [], publicUrl, now });
    for (const siteId of SITES) await newSite(store, now(), { siteId, siteName: siteId });
    await store.write(putPool, { ...NORTH, members: membersFrom(0, SITES.slice(0, 1)), now: 1 });
  });

  const signIn = (as: number, groups: readonly string[] = [], groupsEndAt?: number) =>
    signInPerson(
      { store, keys, publicUrl, now: now() },
      { issuer: ISSUERS[as] ?? '', subject: SUBJECT, groups, ...(groupsEndAt === undefined ? {} : { groupsEndAt }) },
    );

  /** What a token lets its person do now, asked in every way that routes ask. */
  async function seen(authorization: string) {
    const caller = await authenticate(authorization);
    if (caller === undefined) return undefined;
    const { clientId } = caller;
    const rights = await store.read(listSiteRights, { clientId, siteIds: SITES });
    const visible = await store.read(listVisibleSites, { clientId, siteIds: SITES });
    const heads = await store.read(listSiteHeads, { clientId, after: { siteName: '', siteId: '' }, limit: 10 });
    const sites = [];
    for (const siteId of SITES) {
      const found = await store.read(findSiteAccess, { caller, siteId });
      if (found.standing !== 'good') return undefined;
      const { canRead, canSchedule: can } = found;
      expect(rights.get(siteId)).toEqual({ canRead, canSchedule: can });
      expect([visible?.has(siteId), heads.some((head) => head.siteId === siteId)]).toEqual([canRead, canRead]);
      sites.push({ canRead, canSchedule: can });
    }
    const pool = await store.read(readPool, { poolId: POOL, clientId });
    const listed = await store.read(listPools, { after: { poolName: '', poolId: '' }, limit: 10, seenBy: clientId });
    expect(listed.length === 1).toBe(pool?.canRead);
    const any = await Promise.all(
      (['read', 'schedule'] as const).map((can) => store.read(hasAnyGrant, { clientId, can })),
    );
    const onPool = { canRead: pool?.canRead, canSchedule: pool?.canSchedule };
    return { scopes: [...caller.scopes].toSorted(), sites, pool: onPool, any };
  }

  it('let in nobody whom a model would not, whatever was given, taken and claimed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const groupIds: (ClientId | undefined)[] = [];
        const people: Modelled[] = [0, 1].map(() => ({
          personId: undefined,
          authorization: undefined,
          isEnabled: true,
          isIn: false,
          groups: [],
        }));
        // By holder and place: the role, unless it has ended.
        const roles = new Map<string, Role>();
        const idOf = (holder: number) => (holder < 2 ? people[holder]?.personId : groupIds[holder - 2]);
        for (const group of [0, 1, 2, 3]) await take({ do: 'name', group });
        for (const one of steps) await take(one);
        for (const person of people) if (person.personId !== undefined) await remove('person', person.personId);
        for (const groupId of groupIds) if (groupId !== undefined) await remove('group', groupId);

        async function take(one: Step): Promise<void> {
          if ('holder' in one) await changeRole(one);
          else if ('group' in one) await nameGroup(one);
          else await changeWho(one);
          for (const [at, person] of people.entries()) await compare(at, person);
        }

        async function changeRole(one: Extract<Step, { holder: number }>): Promise<void> {
          const id = idOf(one.holder);
          const granted = PLACES[one.place];
          if (id === undefined || granted === undefined) return;
          const holder: Holder = { kind: one.holder < 2 ? 'person' : 'group', id };
          const key = `${one.holder} ${one.place}`;
          if (one.do === 'take') {
            const { kind: outcome } = await store.write(revokeRole, { holder, granted });
            expect(outcome).toBe(roles.delete(key) ? 'revoked' : 'role_missing');
          } else {
            const end = one.ended ? { endsAt: now() - 1_000 } : {};
            await store.write(giveRole, { holder, granted, role: one.role, ...end });
            if (one.ended) roles.delete(key);
            else roles.set(key, one.role);
          }
        }

        async function nameGroup({ do: verb, group }: Extract<Step, { group: number }>): Promise<void> {
          const known = groupIds[group];
          if (verb === 'name' && known === undefined) {
            const groupId = crypto.randomUUID() as string as ClientId;
            const at = { issuer: ISSUERS[group >> 1] ?? '', groupName: GROUPS[group & 1] ?? '' };
            await store.write(addGroup, { groupId, ...at, now: now() });
            groupIds[group] = groupId;
          } else if (verb === 'forget' && known !== undefined) {
            await remove('group', known);
            groupIds[group] = undefined;
            for (const place of PLACES.keys()) roles.delete(`${group + 2} ${place}`);
          }
        }

        async function changeWho(one: Extract<Step, { as: number }>): Promise<void> {
          const person = people[one.as];
          if (person === undefined) return;
          if (one.do === 'sign in') {
            const claimed = one.groups.map((group) => GROUPS[group] ?? '');
            const signedIn = await signIn(one.as, claimed, one.tooOld ? now() - 1_000 : undefined);
            person.groups = one.tooOld ? [] : claimed;
            expect(signedIn !== undefined).toBe(person.isEnabled);
            if (signedIn === undefined) return;
            const { personId, authorization } = signedIn;
            Object.assign(person, { personId, authorization, isIn: true });
          } else if (person.personId !== undefined) {
            const { personId } = person;
            if (one.do === 'sign out') await store.write(endPersonSessions, { personId, now: now() });
            else await store.write(changePerson, { personId, isEnabled: one.do === 'enable', now: now() });
            if (one.do !== 'sign out') person.isEnabled = one.do === 'enable';
            if (one.do !== 'enable') person.isIn = false;
          }
        }

        async function compare(at: number, person: Modelled): Promise<void> {
          if (person.authorization === undefined) return;
          const groups = GROUPS.flatMap((name, group) => (person.groups.includes(name) ? [2 + at * 2 + group] : []));
          const held = [at, ...groups];
          const at_ = (place: number) => held.flatMap((holder) => roles.get(`${holder} ${place}`) ?? []);
          const rightsBy = (some: readonly Role[]) => ({
            canRead: some.length > 0,
            canSchedule: some.some(canSchedule),
          });
          const all = PLACES.flatMap((_place, place) => at_(place));
          const [everywhere, one, two, pool] = [at_(0), at_(1), at_(2), at_(3)];
          const wanted = {
            scopes: [...scopesOfRoles(all)].toSorted(),
            sites: [rightsBy([...everywhere, ...one, ...pool]), rightsBy([...everywhere, ...two])],
            pool: rightsBy([...everywhere, ...pool]),
            any: [all.length > 0, all.some(canSchedule)],
          };
          expect(await seen(person.authorization)).toEqual(person.isEnabled && person.isIn ? wanted : undefined);
        }
      }),
      { numRuns: kind === 'SQLite' ? 40 : 12 },
    );
  });

  async function remove(what: Holder['kind'], id: ClientId): Promise<void> {
    await expect(store.write(removeHolder, { kind: what, id })).resolves.toEqual({ kind: 'removed' });
  }

  it('keeps nothing of a person who is removed', async () => {
    const { personId, authorization } = (await signIn(0, ['trading'])) ?? {};
    await store.write(giveRole, {
      holder: { kind: 'person', id: personId as ClientId },
      granted: grantedTo({ allSites: true }),
      role: 'operator',
    });
    await remove('person', personId as ClientId);
    for (const table of ['person', 'claimed_group', 'console_session', 'site_grant', 'client']) {
      await expect(opened.query(`SELECT * FROM ${table}`)).resolves.toEqual([]);
    }
    expect(await authenticate(authorization)).toBeUndefined();
  });

  it('does not take a token of a person for one of a client, nor a session for that of another', async () => {
    const ada = await signIn(0);
    const bob = await signInPerson({ store, keys, publicUrl, now: now() }, { issuer: ISSUERS[0], subject: 'bob' });
    await opened.query(`UPDATE console_session SET session_id = 'gone' WHERE session_id = '${ada?.sessionId}'`);
    expect(await authenticate(ada?.authorization)).toBeUndefined();
    expect(await authenticate(bob?.authorization)).toMatchObject({ clientId: bob?.personId, scopes: new Set() });
  });
});
