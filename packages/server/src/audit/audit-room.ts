import type { CertainClock } from '../platform/open-clock.ts';
import type { Logger } from 'pino';
import type { Access } from '../access/access.ts';
import type { Room } from '../serving/room.ts';
import type { SigningKeys } from '../identity/keys/signing-keys.ts';
import type { LookUp } from '../platform/addresses/create-name-lookup.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { RefusalRecord } from '../platform/refusal-record.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import type { Store } from '../store/store.ts';
import { countDeeds } from '../trail/count-deeds.ts';
import { auditRoutes } from './audit-routes.ts';
import { forgetOldRecords } from '../trail/forget-records.ts';
import { recordRefusals } from './record-refusals.ts';
import { sealDaily } from './seal-daily.ts';
import { certificatesIn } from './time-stamps/certificates-in.ts';
import { forgetOldTimeStamps } from './time-stamps/forget-time-stamps.ts';
import { stampSeals } from './time-stamps/stamp-seals.ts';
import { timeStampMetrics } from './time-stamps/time-stamp-metrics.ts';
import type { AuditSettings, StampingSettings } from './settings.ts';
import { RELEASE } from '../store/release.ts';
import { noteDeeds } from '../trail/note-deeds.ts';

interface AuditGround extends CertainClock {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  readonly keys: SigningKeys;
  readonly refusals: RefusalRecord;
  readonly isChosen: () => Promise<boolean>;
  readonly logger: Logger;
  readonly warnOf: WarnOf;
  readonly nodeId: string;
  readonly lookUp: LookUp;
  readonly metrics: Metrics;
}

const REFUSALS_TOLD_APART = 200;

/** Who did what. */
export function auditRoom(ground: AuditGround, { keptMs, seen, stamping }: AuditSettings): Room {
  const { store, now, warnOf, logger } = ground;
  return {
    routes: (serve) => auditRoutes(serve, ground),
    forgetting: [forgetOldRecords({ store, now: ground.certainNow, keptMs }), forgetOldTimeStamps(store)],
    background() {
      const onFailure = warnOf('refusals could not be recorded in the audit log');
      const refused = countDeeds({ store, now, onFailure, mostKeys: REFUSALS_TOLD_APART });
      recordRefusals(ground.refusals, refused);
      void noteStart(ground, { keptMs, seen }).catch(warnOf('the start could not be recorded in the audit log'));
      const stamped = stamping === undefined ? undefined : beginStamping(ground, stamping);
      const sealed = sealDaily({
        ...ground,
        onFailure: warnOf('the audit log could not be sealed'),
        onSealed(place) {
          logger.info(place, 'sealed the audit log');
          stamped?.wake();
        },
      });
      return [refused, sealed, ...(stamped === undefined ? [] : [stamped])];
    },
  };
}

function beginStamping(ground: AuditGround, { url, authorities }: StampingSettings) {
  timeStampMetrics(ground);
  const authority = { url, authorities: certificatesIn(authorities), lookUp: ground.lookUp };
  return stampSeals({ ...ground, authority, onFailure: ground.warnOf('a seal of the audit log got no time stamp') });
}

async function noteStart({ store, nodeId }: AuditGround, { keptMs, seen }: AuditSettings): Promise<void> {
  const after = { release: RELEASE, settings: seen, keptDays: keptMs / 86_400_000 };
  await store.write(noteDeeds, {
    deeds: [{ action: 'service.started', subject: { kind: 'node', id: nodeId }, after }],
  });
}
