import type { Attack } from './attack.ts';
import { clients } from './attacks/clients.ts';
import { controllers } from './attacks/controllers.ts';
import { strangers } from './attacks/strangers.ts';
import { webhookOwners } from './attacks/webhook-owners.ts';

/** Everything that was tried on a running service, and more of the kind. */
export const ATTACKS: readonly Attack[] = [...strangers, ...clients, ...controllers, ...webhookOwners];
