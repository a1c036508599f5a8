import { randomUUID } from 'node:crypto';
import {
  AppError,
  type ClientId,
  type KeptClient,
  type KeptPool,
  type KeptSite,
  type PoolId,
  type RegistryImport,
  type SiteId,
} from '@setpoint/contract';
import { changeMembership, type Membership } from '@setpoint/core';
import { readEnd } from '../../http/read/read-end.ts';
import { makeSecret } from '../../identity/make-secret.ts';
import type { Store } from '../../store/store.ts';
import type { StoredClient } from '../clients/list-clients.ts';
import { allClients, allPools, allSites, rowsBy } from './registry-texts.ts';
import { addClient } from '../clients/add-client.ts';
import { addSite } from '../sites/add-site.ts';
import { changeClient } from '../clients/change-client.ts';
import { changeSite } from '../sites/change-site.ts';
import type { Importing, ImportStep, ImportStep as Step, StepOutcome } from './import-step.ts';
import { checkDocument } from './check-document.ts';
import { grantedTo } from '../../access/grants/granted-to.ts';
import { asStored, grantedText, missing, untilText } from './missing.ts';
import { peopleSteps } from './people-steps.ts';
import { putAnyGrant } from '../grants/put-any-grant.ts';
import { mapSubject } from '../grants/map-subject.ts';
import { noteDeeds } from '../../trail/note-deeds.ts';
import type { ListedMember } from '../../pools/members/list-pool-members.ts';
import type { StoredPool } from '../../pools/list-pools.ts';
import { putPoolRefusal } from '../../pools/members/membership-refusal.ts';
import { putPool } from '../../pools/put-pool.ts';
import { readMemberships } from '../../pools/members/read-memberships.ts';

type Made = Pick<RegistryImport, 'controllerKeys' | 'clientSecrets'>;

/** Adds and changes what a document names, a durable step at a time. */
export async function importRegistry(importing: Importing): Promise<RegistryImport> {
  const made: Made = { controllerKeys: [], clientSecrets: [] };
  const { document, isDryRun } = importing;
  const sites = await rowsBy(allSites(importing.store), ({ siteId }) => siteId);
  const pools = await presentPools(importing.store, importing.now());
  const { turn } = importing;
  await checkDocument(document, { present: sites.keys(), pools: pools.keys(), now: importing.now(), turn });
  const steps = [
    ...siteSteps(importing, sites, made),
    ...poolSteps(importing, pools),
    ...(await clientSteps(importing, made)),
    ...(await peopleSteps(importing)),
  ];
  for (const step of isDryRun ? [] : steps) refuseUndone(step, await step.apply());
  if (!isDryRun && steps.length > 0) await noteImport(importing, steps.length);
  return { isDryRun, steps: steps.map(({ text }) => text), ...made };
}

async function noteImport({ store, by }: Importing, steps: number): Promise<void> {
  const subject = { kind: 'registry', id: 'document' };
  await store.write(noteDeeds, { deeds: [{ by, action: 'registry.imported', subject, after: { steps } }] });
}

/** Why a step could not be done, for what comes of one. */
const UNDONE: Readonly<Record<StepOutcome['kind'], ((about: string) => string) | undefined>> = {
  added: undefined,
  changed: undefined,
  granted: undefined,
  mapped: undefined,
  given: undefined,
  site_missing: () => 'a site was removed meanwhile',
  pool_missing: () => 'a pool was removed meanwhile',
  client_missing: () => 'a client was removed meanwhile',
  holder_missing: () => 'a group or a person was removed meanwhile',
  person_missing: () => 'a person was removed meanwhile',
  group_exists: (about) => `${about} was added meanwhile`,
  person_exists: (about) => `${about} was added meanwhile`,
  site_exists: (about) => `there is already a site ${about}`,
  subject_taken: (about) => `${about} acts as another client; unmap it there first`,
};

/** A step that could not be done ends the import; the steps before it stand. */
function refuseUndone({ about }: Step, outcome: StepOutcome): void {
  const why = UNDONE[outcome.kind];
  if (why !== undefined) throw new AppError('conflict', why(about));
}

const KEPT_FIELDS = ['siteName', 'timeZone', 'notes', 'holdSeconds'] as const;

function siteSteps(importing: Importing, present: Map<string, KeptSite>, made: Made): Step[] {
  const { store, now, document, by, onRescheduled } = importing;
  return document.sites.flatMap(({ siteName, timeZone, notes, ...site }): Step[] => {
    const siteId = site.siteId.toLowerCase() as SiteId;
    const before = present.get(siteId);
    // Documents of before do not name it.
    const { holdSeconds = before?.holdSeconds ?? null } = site;
    const fields = { siteName, timeZone, notes, holdSeconds };
    if (before === undefined) {
      const apply = async () => {
        const key = makeSecret('sck_');
        const controllerKey = { keyId: randomUUID(), keyHash: key.hash };
        const outcome = await store.write(addSite, { siteId, ...fields, controllerKey, now: now(), by });
        if (outcome.kind === 'added') made.controllerKeys.push({ siteId, siteName, controllerKey: key.text });
        return outcome;
      };
      return [{ text: `add the site ${siteName} (${siteId})`, about: siteId, apply }];
    }
    const names = KEPT_FIELDS.filter((name) => before[name] !== fields[name]);
    const apply = async () => {
      const outcome = await store.write(changeSite, { siteId, ...fields, now: now(), by });
      if (outcome.kind === 'changed' && outcome.isRescheduled) onRescheduled(siteId);
      return outcome;
    };
    const text = `change ${names.join(', ')} of the site ${siteName}`;
    return names.length === 0 ? [] : [{ text, about: siteId, apply }];
  });
}

async function clientSteps(importing: Importing, made: Made): Promise<Step[]> {
  const { store, now, document, callerId, by } = importing;
  const present = await rowsBy(allClients(store), ({ clientName }) => clientName);
  return document.clients.flatMap((client): Step[] => {
    const { clientName, scopes, isEnabled } = client;
    const before = present.get(clientName);
    if (before?.clientId === callerId && !isEnabled) {
      throw new AppError('conflict', 'a client cannot disable itself; let another operator do it');
    }
    const clientId = before?.clientId ?? (randomUUID() as string as ClientId);
    const apply = async (): Promise<StepOutcome> => {
      const secret = makeSecret('scs_');
      await store.write(addClient, { clientId, clientName, scopes, secretHash: secret.hash, now: now(), by });
      made.clientSecrets.push({ clientId, clientName, clientSecret: secret.text });
      return { kind: 'added' };
    };
    const added = before === undefined ? [{ text: `add the client ${clientName}`, about: clientName, apply }] : [];
    const state = before ?? { grants: [], subjects: [], isEnabled: true };
    return [...added, ...accessSteps(importing, client, state, clientId)];
  });
}

function accessSteps(
  { store, now, by }: Importing,
  client: KeptClient,
  before: Pick<StoredClient, 'grants' | 'subjects' | 'isEnabled'>,
  clientId: ClientId,
): Step[] {
  const { clientName, isEnabled } = client;
  const grants = missing(client.grants.map(asStored), before.grants).map(({ can, endsAt, ...named }): Step => {
    const what = grantedText(named);
    return {
      text: `let ${clientName} ${can} ${what}${untilText(endsAt)}`,
      about: what,
      apply: () =>
        putAnyGrant(store, {
          clientId,
          granted: grantedTo(named),
          canSchedule: can === 'schedule',
          ...readEnd(endsAt, now()),
          by,
        }),
    };
  });
  const subjects = missing(client.subjects, before.subjects).map((mapping): Step => ({
    text: `let ${mapping.subject} of ${mapping.issuer} act as ${clientName}`,
    about: mapping.subject,
    apply: () => store.write(mapSubject, { clientId, ...mapping, by }),
  }));
  const enabling: Step = {
    text: `${isEnabled ? 'enable' : 'disable'} ${clientName}`,
    about: clientName,
    apply: () => store.write(changeClient, { clientId, isEnabled, now: now(), by }),
  };
  return [...grants, ...subjects, ...(isEnabled === before.isEnabled ? [] : [enabling])];
}

interface PresentPool {
  readonly pool: StoredPool;
  readonly members: readonly ListedMember[];
}

/** The pools that there are, by their ids. */
async function presentPools(store: Store, now: number): Promise<Map<string, PresentPool>> {
  const pools = new Map<string, PresentPool>();
  for await (const present of allPools(store, now)) pools.set(present.pool.poolId, present);
  return pools;
}

/** What an import does to pools; members that a pool of the document does not name leave it. */
function poolSteps({ store, now, document, by }: Importing, present: Map<string, PresentPool>): ImportStep[] {
  return (document.pools ?? []).flatMap(({ members: named, ...kept }): ImportStep[] => {
    const pool = { ...kept, poolId: kept.poolId.toLowerCase() as PoolId };
    const before = present.get(pool.poolId);
    const text = changeText(pool, before, readMemberships(named, now()));
    const apply = async (): Promise<StepOutcome> => {
      const at = now();
      const outcome = await store.write(putPool, { ...pool, members: readMemberships(named, at), now: at, by });
      const refusal = putPoolRefusal(outcome);
      if (refusal !== undefined) throw refusal;
      return { kind: 'changed' };
    };
    return text === undefined ? [] : [{ text, about: pool.poolId, apply }];
  });

  function changeText(
    pool: Omit<KeptPool, 'members'>,
    before: PresentPool | undefined,
    wanted: ReadonlyMap<SiteId, readonly Membership[]>,
  ): string | undefined {
    if (before === undefined) return `add the pool ${pool.poolName} (${pool.poolId})`;
    const names = (['poolName', 'service', 'split', 'enduranceMinutes'] as const).filter(
      (name) => before.pool[name] !== pool[name],
    );
    const changed = [...names, ...(isChanged(before.members, wanted, now()) ? ['members'] : [])];
    return changed.length === 0 ? undefined : `change ${changed.join(', ')} of the pool ${pool.poolName}`;
  }
}

function isChanged(
  members: readonly ListedMember[],
  wanted: ReadonlyMap<SiteId, readonly Membership[]>,
  now: number,
): boolean {
  const known = Map.groupBy(members, ({ siteId }) => siteId);
  return [...new Set([...known.keys(), ...wanted.keys()])].some((siteId) => {
    const { ended, begun } = changeMembership(known.get(siteId) ?? [], wanted.get(siteId) ?? [], now);
    return ended.length > 0 || begun.length > 0;
  });
}
