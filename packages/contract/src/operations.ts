import { deliveryOperations } from './delivery/operations.ts';
import { deviceOperations } from './devices/operations.ts';
import { eventOperations } from './events/operations.ts';
import { followingOperations } from './following/operations.ts';
import { controllerOperations } from './gateway/operations.ts';
import { headroomOperations } from './headroom/operations.ts';
import { healthOperations } from './health/operations.ts';
import { historyOperations } from './history/operations.ts';
import { holdOperations } from './holds/operations.ts';
import { tokenOperations } from './identity/operations.ts';
import { nodeOperations, statusOperations } from './nodes/operations.ts';
import { overviewOperations } from './overview/operations.ts';
import { planOperations } from './plan/operations.ts';
import { portfolioOperations } from './portfolios/operations.ts';
import { registryDocumentOperations } from './registry/operations.ts';
import { clientRegistryOperations } from './registry/clients/operations.ts';
import { grantOperations } from './registry/grants/operations.ts';
import { controllerKeyOperations } from './registry/keys/operations.ts';
import { siteRegistryOperations } from './registry/sites/operations.ts';
import { subjectOperations } from './registry/subjects/operations.ts';
import { scheduleOperations } from './schedules/operations.ts';
import { siteOperations } from './sites/operations.ts';
import { validateOperations } from './validate/operations.ts';
import { webhookOperations } from './webhooks/operations.ts';
import type { Operation } from './operations/operation.ts';

const table = [
  ...siteOperations,
  ...scheduleOperations,
  ...healthOperations,
  ...portfolioOperations,
  ...statusOperations,
  ...overviewOperations,
  ...deviceOperations,
  ...nodeOperations,
  ...deliveryOperations,
  ...historyOperations,
  ...planOperations,
  ...headroomOperations,
  ...followingOperations,
  ...validateOperations,
  ...holdOperations,
  ...eventOperations,
  ...webhookOperations,
  ...siteRegistryOperations,
  ...controllerKeyOperations,
  ...clientRegistryOperations,
  ...grantOperations,
  ...subjectOperations,
  ...registryDocumentOperations,
  ...controllerOperations,
  ...tokenOperations,
] as const satisfies readonly Operation[];

/** Everything a caller can ask of the service, in the order of the document. */
export const OPERATIONS: readonly Operation[] = table;
