import type { Logger } from 'pino';
import type { Access } from '../access/access.ts';
import type { Room } from '../serving/room.ts';
import type { SigningKeys } from '../identity/keys/signing-keys.ts';
import type { RefusalRecord } from '../platform/refusal-record.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import type { Store } from '../store/store.ts';
import { countDeeds } from '../trail/count-deeds.ts';
import { auditRoutes } from './audit-routes.ts';
import { forgetOldRecords } from '../trail/forget-records.ts';
import { recordRefusals } from './record-refusals.ts';
import { sealDaily } from './seal-daily.ts';
import type { AuditSettings } from './settings.ts';
import { RELEASE } from '../store/release.ts';
import { noteDeeds } from '../trail/note-deeds.ts';

interface AuditGround {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  readonly keys: SigningKeys;
  readonly refusals: RefusalRecord;
  readonly isChosen: () => Promise<boolean>;
  readonly logger: Logger;
  readonly warnOf: WarnOf;
  readonly nodeId: string;
}

const REFUSALS_TOLD_APART = 200;

/** Who did what. */
export function auditRoom(ground: AuditGround, { keptMs, seen }: AuditSettings): Room {
  const { store, now, warnOf, logger } = ground;
  return {
    routes: (serve) => auditRoutes(serve, ground),
    forgetting: [forgetOldRecords(keptMs)],
    background() {
      const onFailure = warnOf('refusals could not be recorded in the audit log');
      const refused = countDeeds({ store, now, onFailure, mostKeys: REFUSALS_TOLD_APART });
      recordRefusals(ground.refusals, refused);
      void noteStart(ground, { keptMs, seen }).catch(warnOf('the start could not be recorded in the audit log'));
      const sealed = sealDaily({
        ...ground,
        onFailure: warnOf('the audit log could not be sealed'),
        onSealed(place) {
          logger.info(place, 'sealed the audit log');
        },
      });
      return [refused, sealed];
    },
  };
}

async function noteStart({ store, nodeId }: AuditGround, { keptMs, seen }: AuditSettings): Promise<void> {
  const after = { release: RELEASE, settings: seen, keptDays: keptMs / 86_400_000 };
  await store.write(noteDeeds, {
    deeds: [{ action: 'service.started', subject: { kind: 'node', id: nodeId }, after }],
  });
}
