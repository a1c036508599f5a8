import { accessOperations } from './access-operations.ts';
import { clientRegistryOperations } from './client-registry-operations.ts';
import { controllerOperations } from './controller-operations.ts';
import { controllerKeyOperations, deliveryOperations } from './delivery-operations.ts';
import { eventOperations } from './event-operations.ts';
import { followingOperations } from './following-operations.ts';
import { headroomOperations } from './headroom-operations.ts';
import { historyOperations } from './history-operations.ts';
import { holdOperations } from './hold-operations.ts';
import { nodeOperations } from './node-operations.ts';
import type { Operation } from './operation.ts';
import { planOperations } from './plan-operations.ts';
import { overviewOperations } from './overview-operations.ts';
import { portfolioOperations } from './portfolio-operations.ts';
import { publicOperations } from './public-operations.ts';
import { siteRegistryOperations } from './site-registry-operations.ts';
import { registryDocumentOperations } from './registry-document-operations.ts';
import { tokenOperations } from './token-operations.ts';
import { validateOperations } from './validate-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

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
