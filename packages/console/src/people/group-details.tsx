import type { Group } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { Loading } from '../shell/loading.tsx';
import { useTitle } from '../shell/use-title.ts';
import { HeldRoles } from './held-roles.tsx';
import { useMayChangePeople, usePeople, usePeopleChange, usePersons } from './use-people.ts';

/** One group: who is in it, and its roles. */
export function GroupDetails({ groupId }: { readonly groupId: string }) {
  const { data, error } = usePeople(['group', groupId], (people) => people.readGroup(groupId));
  useTitle(data?.groupName, 'Groups', 'Registry');
  if (data === undefined) {
    return error === null ? <Loading /> : <Failure what="The group could not be read" cause={error} />;
  }
  return <Details group={data} />;
}

function Details({ group }: { readonly group: Group }) {
  const { groupId, groupName, issuer, roles } = group;
  const [, navigate] = useLocation();
  const mayChange = useMayChangePeople();
  const { data: persons = [] } = usePersons();
  const members = persons.filter((person) => person.issuer === issuer && person.groups.includes(groupName));
  const remove = usePeopleChange((people) => people.removeGroup(groupId));
  return (
    <section className="panel" aria-labelledby="group-title">
      <h2 id="group-title">
        <bdi>{groupName}</bdi>
      </h2>
      <p className="muted">Claimed by {issuer}</p>
      <Outcome of={[remove]} done="the group was removed" />
      {mayChange && (
        <div className="line">
          <ConfirmButton
            label="Remove"
            title={`Remove ${groupName}`}
            typed={groupName}
            onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/registry/groups') })}
          >
            <p>All roles of the group are revoked. Its persons keep roles of their own.</p>
          </ConfirmButton>
        </div>
      )}
      <HeldRoles holder={{ kind: 'group', id: groupId, name: groupName }} roles={roles} />
      <h3>Persons</h3>
      {members.length === 0 && <p className="muted">Nobody whom the provider claims to be in it.</p>}
      <ul className="rows">
        {members.map(({ personId, personName }) => (
          <li key={personId}>
            <Link href={`/registry/people/${personId}`}>
              <bdi>{personName}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
