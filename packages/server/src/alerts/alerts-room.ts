import type { Room } from '../serving/room.ts';
import type { HttpSettings } from '../http/settings.ts';
import { type AlertRoutes, alertRoutes } from './alert-routes.ts';
import { X509Certificate } from 'node:crypto';
import type { ClockStep } from '../platform/loops/tell-time.ts';
import type { Store } from '../store/store.ts';
import { alertRules } from './alert-rules.ts';
import { firingSubjects } from './conditions/firing-subjects.ts';
import { changeFiring, readFiring, settleAlert } from './settle-alert.ts';

/** Notifies people by e-mail or chat when a problem lasts. */
export function alertsRoom(ground: AlertRoutes & AlertWatching, { tls }: Pick<HttpSettings, 'tls'>): Room {
  const watching = { ...ground, ...(tls === undefined ? {} : { certificateEndsAt: endOfChain(tls.cert) }) };
  return { routes: (serve) => alertRoutes(serve, ground), clockSteps: [watchAlerts(watching)] };
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** When the first certificate of a chain ends: from then on the whole chain is good for nothing. */
export function endOfChain(pem: string): number {
  const ends = [...pem.matchAll(BLOCK)].map(([block]) => Date.parse(new X509Certificate(block).validTo));
  return Math.min(...ends);
}

const EVERY_MS = 10_000;

interface AlertWatching {
  readonly store: Store;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  /** Whether this process stood still, and has heard controllers for no longer than this since. */
  readonly isJustAwake: (ms: number) => boolean;
  /** When the certificate of this service ends; left out, it has none. */
  readonly certificateEndsAt?: number;
}

/** Looks at each rule now and then, whatever it is woken by; writes only where something began or is over. */
export function watchAlerts(watching: AlertWatching): ClockStep {
  let lookedAt = Infinity;
  return async (signal) => {
    const at = watching.now();
    // What lies ahead is of before the first look, or of a clock that was set back since.
    if (at < lookedAt || at >= lookedAt + EVERY_MS) {
      await lookAtAlerts(watching, signal);
      lookedAt = at;
    }
    return lookedAt + EVERY_MS;
  };
}

export async function lookAtAlerts(
  { store, now, isJustAwake, ...facts }: AlertWatching,
  signal?: AbortSignal,
): Promise<void> {
  for (const rule of await store.read(alertRules, {})) {
    if (signal?.aborted === true) return;
    if (rule.condition === 'offline' && isJustAwake(facts.offlineAfterMs)) continue;
    const { alertId } = rule;
    const at = now();
    const subjects = await store.read(firingSubjects, { rule, now: at, ...facts });
    const firing = await store.read(readFiring, { alertId });
    const { begun, over, firing: unsent, isTakenOver } = changeFiring(firing, subjects);
    if (begun.length + over.length + unsent.length === 0 && !isTakenOver) continue;
    await store.write(settleAlert, { alertId, subjects, now: at });
  }
}
