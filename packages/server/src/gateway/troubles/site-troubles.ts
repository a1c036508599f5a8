import type { SiteId } from '@setpoint/contract';
import { findSite } from '../../access/sites/find-site.ts';
import { findSiteOfKey } from '../../identity/keys/find-site-of-key.ts';
import { hashSecret } from '../../identity/make-secret.ts';
import type { Store } from '../../store/store.ts';
import { recordTrouble, type RecordTroubleInput } from './record-trouble.ts';

/** Keeps on its site what went wrong with a controller; for each site and kind once in 20 s at most. */
export interface SiteTroubles {
  /** Somebody claims to be the controller of a site. */
  refusedLogin(claimed: SiteId, reason: string): void;
  /** A key that may be one that has ended. */
  refusedKey(key: string): void;
  refusedSubscription(siteId: SiteId, topic: string): void;
  /** One connection, or session, ended another that was still at work. */
  tookOver(siteId: SiteId): void;
}

export interface TroubleKeeping {
  readonly store: Store;
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
}

const TWO_CONTROLLERS = 'two controllers seem to use keys of this site: each ends the connection of the other';
// Oftener than it would be over.
const EVERY_MS = 20_000;
const MINUTE_MS = 60_000;
// Strangers can name any site: beyond so many a minute, what they do is in the log and the figures alone.
const MOST_IN_A_MINUTE = 120;
const MOST_KNOWN = 10_000;
const TAKEOVERS = 4;
const TAKEOVERS_WITHIN_MS = 180_000;
const MOST_OF_TOPIC = 80;

export function createSiteTroubles({ store, now, onFailure }: TroubleKeeping): SiteTroubles {
  const isDue = createPace();
  const takeovers = new Map<SiteId, number[]>();

  async function keep(seen: RecordTroubleInput): Promise<void> {
    if (isDue(`${seen.siteId} ${seen.code}`, seen.now)) await store.write(recordTrouble, seen);
  }
  async function keepRefusal(of: Promise<SiteId | undefined>, reason: string): Promise<void> {
    const seenAt = now();
    // Who names what does not exist is not to use up the room for those who do.
    const siteId = await of;
    if (siteId === undefined) return;
    await keep({ siteId, code: 'login_refused', message: `a login was refused: ${reason}`, now: seenAt });
  }
  return {
    refusedLogin(siteId, reason) {
      keepRefusal(store.read(findSite, { siteId }), reason).catch(onFailure);
    },
    refusedKey(key) {
      keepRefusal(store.read(findSiteOfKey, { keyHash: hashSecret(key) }), 'its key has ended').catch(onFailure);
    },
    refusedSubscription(siteId, topic) {
      const asked = JSON.stringify(topic.slice(0, MOST_OF_TOPIC));
      const message = `the controller subscribed to ${asked}, which is not the schedule of its site`;
      keep({ siteId, code: 'subscription_refused', message, now: now() }).catch(onFailure);
    },
    tookOver(siteId) {
      const at = now();
      const recent = (takeovers.get(siteId) ?? []).filter((each) => Math.abs(at - each) <= TAKEOVERS_WITHIN_MS);
      takeovers.delete(siteId);
      takeovers.set(siteId, [...recent.slice(1 - TAKEOVERS), at]);
      forgetBeyond(takeovers);
      if (recent.length < TAKEOVERS - 1) return;
      keep({ siteId, code: 'two_controllers', message: TWO_CONTROLLERS, now: at }).catch(onFailure);
    },
  };
}

/** Whether something is to be written again. */
function createPace(): (name: string, at: number) => boolean {
  const written = new Map<string, number>();
  let minute = { at: Number.NEGATIVE_INFINITY, written: 0 };
  return (name, at) => {
    if (Math.abs(at - minute.at) >= MINUTE_MS) minute = { at, written: 0 };
    const before = written.get(name) ?? Number.NEGATIVE_INFINITY;
    if (Math.abs(at - before) < EVERY_MS || minute.written >= MOST_IN_A_MINUTE) return false;
    minute.written += 1;
    written.delete(name);
    written.set(name, at);
    forgetBeyond(written);
    return true;
  };
}

/** The oldest go. */
function forgetBeyond(known: Map<string, unknown>): void {
  for (const name of known.keys()) {
    if (known.size <= MOST_KNOWN) return;
    known.delete(name);
  }
}
