import type { AnyWrite } from '../store/define-write.ts';
import { addClient } from './add-client.ts';
import { addControllerKey } from './add-controller-key.ts';
import { addSecret } from './add-secret.ts';
import { addSite } from './add-site.ts';
import { changeClient } from './change-client.ts';
import { changeSite } from './change-site.ts';
import { endSessions } from './end-sessions.ts';
import { ensureOperator } from './ensure-operator.ts';
import { keepOperator } from './keep-operator.ts';
import { mapSubject } from './map-subject.ts';
import { removeClient } from './remove-client.ts';
import { removeSite } from './remove-site.ts';
import { revokeControllerKey } from './revoke-controller-key.ts';
import { unmapSubject } from './unmap-subject.ts';

export const registryWrites: readonly AnyWrite[] = [
  addClient,
  addControllerKey,
  addSecret,
  addSite,
  changeClient,
  changeSite,
  endSessions,
  ensureOperator,
  keepOperator,
  mapSubject,
  removeClient,
  removeSite,
  revokeControllerKey,
  unmapSubject,
];
