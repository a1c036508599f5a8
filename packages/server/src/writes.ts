import type { AnyWrite } from './store/define-write.ts';
import { acknowledgementWrites } from './acknowledgements/writes.ts';
import { alertWrites } from './alerts/writes.ts';
import { auditWrites } from './audit/writes.ts';
import { accessWrites } from './access/writes.ts';
import { deliveryWrites } from './delivery/writes.ts';
import { eventWrites } from './events/writes.ts';
import { followingWrites } from './following/writes.ts';
import { gatewayWrites } from './gateway/writes.ts';
import { historyWrites } from './history/writes.ts';
import { holdWrites } from './holds/writes.ts';
import { identityWrites } from './identity/writes.ts';
import { limitWrites } from './limits/writes.ts';
import { nodeWrites } from './nodes/writes.ts';
import { peopleWrites } from './people/writes.ts';
import { planWrites } from './plan/writes.ts';
import { poolWrites } from './pools/writes.ts';
import { registryWrites } from './registry/writes.ts';
import { scheduleWrites } from './schedules/writes.ts';
import { sessionWrites } from './sessions/writes.ts';
import { storeWrites } from './store/writes.ts';
import { trailWrites } from './trail/writes.ts';
import { webhookWrites } from './webhooks/writes.ts';

/** Everything that changes the store. The thread that writes loads this file by its URL. */
export const writes: readonly AnyWrite[] = [
  ...storeWrites,
  ...trailWrites,
  ...limitWrites,
  ...identityWrites,
  ...accessWrites,
  ...eventWrites,
  ...historyWrites,
  ...deliveryWrites,
  ...scheduleWrites,
  ...planWrites,
  ...followingWrites,
  ...poolWrites,
  ...gatewayWrites,
  ...peopleWrites,
  ...sessionWrites,
  ...registryWrites,
  ...nodeWrites,
  ...holdWrites,
  ...acknowledgementWrites,
  ...webhookWrites,
  ...alertWrites,
  ...auditWrites,
];
