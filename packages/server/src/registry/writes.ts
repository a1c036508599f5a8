import type { AnyWrite } from '../store/define-write.ts';
import { addClient } from './clients/add-client.ts';
import { addControllerKey } from './keys/add-controller-key.ts';
import { addSecret } from './clients/add-secret.ts';
import { addSite } from './sites/add-site.ts';
import { changeClient } from './clients/change-client.ts';
import { changeControllerKey } from './keys/change-controller-key.ts';
import { changeSite } from './sites/change-site.ts';
import { endSessions } from './clients/end-sessions.ts';
import { addFirstOperator } from './clients/add-first-operator.ts';
import { putGivenOperator } from './clients/put-given-operator.ts';
import { mapSubject } from './grants/map-subject.ts';
import { removeClient } from './clients/remove-client.ts';
import { removeSite } from './sites/remove-site.ts';
import { revokeControllerKey } from './keys/revoke-controller-key.ts';
import { unmapSubject } from './grants/unmap-subject.ts';

export const registryWrites: readonly AnyWrite[] = [
  addClient,
  addControllerKey,
  addSecret,
  addSite,
  changeClient,
  changeControllerKey,
  changeSite,
  endSessions,
  addFirstOperator,
  putGivenOperator,
  mapSubject,
  removeClient,
  removeSite,
  revokeControllerKey,
  unmapSubject,
];
