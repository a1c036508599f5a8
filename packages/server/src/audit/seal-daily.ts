import { CompactSign } from 'jose';
import type { SigningKeys } from '../identity/keys/signing-keys.ts';
import { workWhenDue, type DueWork, type DueWorking } from '../platform/loops/work-when-due.ts';
import type { Store } from '../store/store.ts';
import { readSealing, sealLog } from './seal-log.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 60_000;

export interface Sealing extends Pick<DueWork, 'now' | 'isChosen' | 'onFailure'> {
  readonly store: Store;
  readonly keys: Pick<SigningKeys, 'sealingKey'>;
  /** Told of each seal: who keeps the log of the service elsewhere can tell that this one was exchanged. */
  readonly onSealed: (sealed: { readonly sequence: number; readonly hash: string }) => void;
}

/** Signs the end of the log once a day, if anything was written since. */
export function sealDaily(sealing: Sealing): DueWorking {
  const { now, isChosen, onFailure } = sealing;
  return workWhenDue({ now, isChosen, onFailure, pauseMs: 1_000, restMs: LOOK_EVERY_MS }, async () => {
    await sealIfDue(sealing);
    return undefined;
  });
}

/** Seals the log if a day has passed since the last seal. */
export async function sealIfDue({
  store,
  keys,
  now,
  onSealed,
}: Omit<Sealing, 'isChosen' | 'onFailure'>): Promise<void> {
  const due = await store.read(readSealing, {});
  const { last } = due;
  // The seal itself is no reason for another one.
  if (due.end.sequence === (last?.sequence ?? 0) || isFresh(last, now())) return;
  const { kid, privateKey, publicKey: key } = await keys.sealingKey();
  // The record of a key that was made just now is sealed, too.
  const { end } = await store.read(readSealing, {});
  const previous = last === undefined ? null : { sequence: last.sequence, hash: last.hash };
  const sealed = { sequence: end.sequence, hash: end.hash, previous };
  const payload = new TextEncoder().encode(JSON.stringify(sealed));
  // A type of its own, so that no seal is ever taken for a token.
  const header = { alg: 'ES256', typ: 'setpoint-audit-seal', kid };
  const signature = await new CompactSign(payload).setProtectedHeader(header).sign(privateKey);
  await store.write(sealLog, {
    seal: { ...sealed, keyId: kid, key: { ...key }, signature },
    notAfter: last?.sequence ?? 0,
    now: now(),
  });
  onSealed(end);
}

// One from tomorrow was written by somebody who wants no seals until then.
function isFresh(last: { readonly at: number } | undefined, now: number): boolean {
  return last !== undefined && Math.abs(now - last.at) < DAY_MS;
}
