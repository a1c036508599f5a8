import { randomUUID } from 'node:crypto';
import { AppError, type ClientId, type GivenRole } from '@setpoint/contract';
import { readEnd } from '../../http/read/read-end.ts';
import { addGroup } from '../../people/add-group.ts';
import { addPerson } from '../../people/add-person.ts';
import { changePerson } from '../../people/change-person.ts';
import { giveRole } from '../../people/give-role.ts';
import type { Holder } from '../../people/holder.ts';
import { roleTo } from '../../people/role-routes.ts';
import type { Importing, ImportStep } from './import-step.ts';
import { asStored, grantedText, missing, untilText } from './missing.ts';
import { allGroups, allPersons, rowsBy } from './registry-texts.ts';

/** What an import does to groups and persons; it takes back no role. */
export async function peopleSteps(importing: Importing): Promise<ImportStep[]> {
  return [...(await groupSteps(importing)), ...(await personSteps(importing))];
}

async function groupSteps(importing: Importing): Promise<ImportStep[]> {
  const { store, now, by, document } = importing;
  const present = await rowsBy(allGroups(store), (group) => keyOf(group.issuer, group.groupName));
  return (document.groups ?? []).flatMap(({ issuer, groupName, roles }): ImportStep[] => {
    const before = present.get(keyOf(issuer, groupName));
    const groupId = before?.groupId ?? newId();
    const apply = () => store.write(addGroup, { groupId, issuer, groupName, now: now(), by });
    const added = { text: `add the group ${groupName} of ${issuer}`, about: `the group ${groupName}`, apply };
    const holder = { kind: 'group', id: groupId, name: groupName } as const;
    return [...(before === undefined ? [added] : []), ...roleSteps(importing, holder, roles, before)];
  });
}

async function personSteps(importing: Importing): Promise<ImportStep[]> {
  const { store, now, by, document, callerId } = importing;
  const present = await rowsBy(allPersons(store), (person) => keyOf(person.issuer, person.subject));
  return (document.persons ?? []).flatMap(({ issuer, subject, personName, isEnabled, roles }): ImportStep[] => {
    const before = present.get(keyOf(issuer, subject));
    const personId = before?.personId ?? newId();
    if (personId === callerId && !isEnabled) {
      throw new AppError('conflict', 'you cannot disable yourself; let another operator do it');
    }
    const about = `the person ${personName}`;
    const added: ImportStep = {
      text: `add ${about}`,
      about,
      apply: () => store.write(addPerson, { personId, issuer, subject, personName, now: now(), by }),
    };
    const enabling: ImportStep = {
      text: `${isEnabled ? 'enable' : 'disable'} ${about}`,
      about,
      apply: () => store.write(changePerson, { personId, isEnabled, now: now(), by }),
    };
    return [
      ...(before === undefined ? [added] : []),
      ...roleSteps(importing, { kind: 'person', id: personId, name: personName }, roles, before),
      ...(isEnabled === (before?.isEnabled ?? true) ? [] : [enabling]),
    ];
  });
}

function roleSteps(
  { store, now, by }: Importing,
  { kind, id, name }: Holder & { readonly name: string },
  roles: readonly GivenRole[],
  before: { readonly roles: readonly GivenRole[] } | undefined,
): ImportStep[] {
  return missing(roles.map(asStored), before?.roles ?? []).map(({ role, endsAt, ...where }): ImportStep => {
    const what = grantedText(where);
    return {
      text: `make ${name} ${role} of ${what}${untilText(endsAt)}`,
      about: what,
      apply: () =>
        store.write(giveRole, {
          holder: { kind, id },
          role,
          granted: roleTo(role, where),
          ...readEnd(endsAt, now()),
          by,
        }),
    };
  });
}

function keyOf(issuer: string, name: string): string {
  return JSON.stringify([issuer, name]);
}

function newId(): ClientId {
  return randomUUID() as string as ClientId;
}
