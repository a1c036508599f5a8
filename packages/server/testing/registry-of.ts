import { randomUUID } from 'node:crypto';
import { type AddedClient, type AddedSite, PATHS, type SiteId } from '@setpoint/contract';
import { openSigningKeys } from '../src/identity/keys/signing-keys.ts';
import type { Store } from '../src/store/store.ts';
import { at, type WorldAsking } from './asking-of.ts';
import { signInPerson, type Vouched } from './sign-in-person.ts';
import { PUBLIC_URL } from './start-app.ts';

interface Registering extends Pick<WorldAsking, 'ask' | 'done'> {
  readonly store: Store;
  readonly now: () => number;
}

interface NewSite {
  readonly siteName?: string;
  /** What is set over two hours around now, and its controller applied. */
  readonly values?: Readonly<Record<string, number>>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** For tests: sites, clients, people and pools, made as an operator makes them. */
export function registryOf({ ask, done, store, now }: Registering) {
  const keys = new Map<string, string>();
  const instant = (ms: number) => new Date(now() + ms).toISOString();

  /** A key of the controller of a site. */
  async function keyOf(siteId: string): Promise<string> {
    const known = keys.get(siteId);
    if (known !== undefined) return known;
    const { controllerKey } = await done<{ controllerKey: string }>('POST', at(PATHS.fleetSiteKeys, siteId));
    keys.set(siteId, controllerKey);
    return controllerKey;
  }

  /** Its controller applied what is set. */
  async function report(siteId: string, more: object = {}): Promise<void> {
    const as = { Authorization: `Bearer ${await keyOf(siteId)}` };
    const { revision } = await done<{ revision: string }>('GET', PATHS.controllerSchedule, { as });
    const said = { session: randomUUID(), sequence: 1, sentAt: instant(0) };
    await done('POST', PATHS.controllerReport, {
      body: { ...said, schedule: { revision, rejected: [] }, ...more },
      as,
    });
  }

  async function set(siteId: string, values: Readonly<Record<string, number>>): Promise<void> {
    // What is activated ends no millisecond after what is booked.
    const window = { startAt: instant(-HOUR_MS), endAt: instant(HOUR_MS) };
    const schedules = Object.entries(values).map(([type, value]) => {
      return { asset: 'grid', type, entries: [{ ...window, value }] };
    });
    if (schedules.length > 0) await done('POST', at(PATHS.schedules, siteId), { body: { schedules } });
  }

  return {
    keyOf,
    report,
    async site({ siteName = 'Nordhafen', values }: NewSite = {}): Promise<SiteId> {
      const { siteId } = await done<AddedSite>('POST', PATHS.fleetSites, { body: { siteName } });
      if (values !== undefined) {
        await set(siteId, values);
        await report(siteId);
      }
      return siteId as SiteId;
    },
    /** A client with these grants. */
    async client(...grants: readonly object[]): Promise<AddedClient> {
      const client = await done<AddedClient>('POST', PATHS.fleetClients, { body: { clientName: 'Optimiser' } });
      const url = at(PATHS.fleetClientGrants, client.clientId);
      for (const body of grants) await done('PUT', url, { body });
      return client;
    },
    /** Somebody whom a provider vouches for, somebody new if nothing is said, and who has no role yet. */
    async person(who: Partial<Vouched> = {}) {
      const signingKeys = await openSigningKeys({ store, now });
      const vouched = { issuer: 'https://login.example.com', subject: randomUUID(), ...who };
      const person = await signInPerson({ store, keys: signingKeys, publicUrl: PUBLIC_URL, now: now() }, vouched);
      if (person === undefined) throw new Error('nobody can have disabled this person');
      return person;
    },
    async pool(siteIds: readonly string[]): Promise<string> {
      const poolId = randomUUID();
      const members = siteIds.map((siteId) => ({ siteId }));
      const body = { poolName: 'aFRR north', service: 'afrr', split: 'proportional', members };
      await done('PUT', at(PATHS.fleetPool, poolId), { body });
      return poolId;
    },
    /** How a pool that is asked for something answers. */
    async signal(poolId: string, signal: { kW: number; sequence: number; validUntil?: string }): Promise<number> {
      const body = { validUntil: instant(MINUTE_MS), ...signal };
      return (await ask('PUT', at(PATHS.fleetPoolSignal, poolId), { body })).status;
    },
  };
}
