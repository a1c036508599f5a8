import type { Group } from '@setpoint/contract';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useTitle } from '../shell/use-title.ts';
import { AddHolder } from './add-holder.tsx';
import { roleText } from './role-text.ts';
import { useGroups, useMayChangePeople, usePeopleChange } from './use-people.ts';
import { usePlaceName } from './use-place-name.ts';

/** The groups of a provider that can hold roles. */
export function GroupList() {
  useTitle('Groups', 'Registry');
  const mayChange = useMayChangePeople();
  const { data, error } = useGroups();
  return (
    <section className="panel" aria-label="Groups">
      <p className="muted">
        A group is one that your provider claims when somebody signs in. Everybody in it has its roles, as long as the
        provider says so.
      </p>
      {mayChange && <MapGroup issuer={data?.[0]?.issuer ?? ''} />}
      {error !== null && <Failure what="The groups could not be read" cause={error} />}
      {data === undefined ? error === null && <Loading /> : <GroupTable groups={data} />}
    </section>
  );
}

function GroupTable({ groups }: { readonly groups: readonly Group[] }) {
  const placeName = usePlaceName();
  if (groups.length === 0) return <Empty title="No group has been mapped yet" />;
  return (
    <PlainTable
      columns={['Group', { label: 'Persons', is: 'number' }, 'Roles', { label: 'Provider', is: 'wide-only' }]}
    >
      {groups.map(({ groupId, groupName, issuer, persons, roles }) => (
        <tr key={groupId}>
          <td>
            <Link href={`/registry/groups/${groupId}`}>
              <bdi>{groupName}</bdi>
            </Link>
          </td>
          <td className="number">{persons}</td>
          <td>
            {roles.map((granted) => roleText(granted, placeName)).join(', ') || <span className="muted">none</span>}
          </td>
          <td className="wide-only">{issuer}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function MapGroup({ issuer }: { readonly issuer: string }) {
  const [done, setDone] = useState('');
  const add = usePeopleChange((people, [groupName = '', from = '']: readonly string[]) =>
    people.addGroup({ groupName, issuer: from }),
  );
  return (
    <AddHolder
      label="Map a group"
      fields={['Group, as the provider claims it', 'Issuer (address of the provider)']}
      initial={['', issuer]}
      adding={add}
      done={done}
      onAdd={(texts, onDone) =>
        add.mutate(texts, {
          onSuccess: ({ groupName }) => {
            setDone(`Mapped ${groupName}, without a role.`);
            onDone();
          },
        })
      }
    />
  );
}
