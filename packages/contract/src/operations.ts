import { accessOperations } from './registry/grants/operations.ts';
import { clientRegistryOperations } from './registry/clients/operations.ts';
import { controllerOperations } from './gateway/operations.ts';
import { controllerKeyOperations, deliveryOperations } from './delivery/operations.ts';
import { eventOperations } from './events/operations.ts';
import { followingOperations } from './following/operations.ts';
import { headroomOperations } from './headroom/operations.ts';
import { historyOperations } from './history/operations.ts';
import { holdOperations } from './holds/operations.ts';
import { nodeOperations } from './nodes/operations.ts';
import type { Operation } from './operations/operation.ts';
import { planOperations } from './plan/operations.ts';
import { overviewOperations } from './overview/operations.ts';
import { portfolioOperations } from './portfolios/operations.ts';
import { publicOperations } from './sites/operations.ts';
import { siteRegistryOperations } from './registry/sites/operations.ts';
import { registryDocumentOperations } from './registry/operations.ts';
import { tokenOperations } from './identity/operations.ts';
import { validateOperations } from './validate/operations.ts';
import { webhookOperations } from './webhooks/operations.ts';

/** Everything a caller can ask of the service. */
export const OPERATIONS: readonly Operation[] = [
  ...publicOperations,
  ...portfolioOperations,
  ...overviewOperations,
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
  ...accessOperations,
  ...registryDocumentOperations,
  ...controllerOperations,
  ...tokenOperations,
];
