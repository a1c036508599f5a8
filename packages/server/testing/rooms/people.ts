export { addGroup } from '../../src/people/add-group.ts';
export { addPerson } from '../../src/people/add-person.ts';
export { changePerson } from '../../src/people/change-person.ts';
export { endPersonSessions } from '../../src/people/end-person-sessions.ts';
export { giveRole } from '../../src/people/give-role.ts';
export { removeHolder } from '../../src/people/remove-holder.ts';
export { revokeRole } from '../../src/people/revoke-role.ts';
