import type { AnyWrite } from '../store/define-write.ts';
import { addGroup } from './add-group.ts';
import { addPerson } from './add-person.ts';
import { changePerson } from './change-person.ts';
import { endPersonSessions } from './end-person-sessions.ts';
import { giveRole } from './give-role.ts';
import { removeHolder } from './remove-holder.ts';
import { revokeRole } from './revoke-role.ts';

export const peopleWrites: readonly AnyWrite[] = [
  addGroup,
  addPerson,
  changePerson,
  endPersonSessions,
  giveRole,
  removeHolder,
  revokeRole,
];
