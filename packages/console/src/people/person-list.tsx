import type { Person } from '@setpoint/contract';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { useTitle } from '../shell/use-title.ts';
import { AddHolder } from './add-holder.tsx';
import { roleText } from './role-text.ts';
import { useMayChangePeople, usePeopleChange, usePersons } from './use-people.ts';
import { usePlaceName } from './use-place-name.ts';

/** The people who sign in through a provider, with their own roles. */
export function PersonList() {
  useTitle('People', 'Registry');
  const mayChange = useMayChangePeople();
  const { data, error } = usePersons();
  return (
    <section className="panel" aria-label="People">
      {mayChange && <AddPerson issuer={data?.[0]?.issuer ?? ''} />}
      {error !== null && <Failure what="The people could not be read" cause={error} />}
      {data === undefined ? error === null && <Loading /> : <PersonTable persons={data} />}
    </section>
  );
}

function PersonTable({ persons }: { readonly persons: readonly Person[] }) {
  const now = useNow();
  const placeName = usePlaceName();
  if (persons.length === 0) {
    return (
      <Empty title="Nobody has signed in through a provider yet">
        <p>People appear here with their first sign-in. To grant somebody a role before that, add them.</p>
      </Empty>
    );
  }
  return (
    <PlainTable
      columns={[
        'Person',
        'State',
        'Roles',
        { label: 'Groups', is: 'wide-only' },
        { label: 'Last seen', is: 'wide-only' },
      ]}
    >
      {persons.map(({ personId, personName, isEnabled, roles, groups, signedInAt }) => (
        <tr key={personId}>
          <td>
            <Link href={`/registry/people/${personId}`}>
              <bdi>{personName}</bdi>
            </Link>
          </td>
          <td>{isEnabled ? '✓ enabled' : '✕ disabled'}</td>
          <td>
            {roles.map((granted) => roleText(granted, placeName)).join(', ') || <span className="muted">none</span>}
          </td>
          <td className="wide-only">{groups.join(', ')}</td>
          <td className="wide-only">{signedInAt === null ? 'never' : agoText(now - Date.parse(signedInAt))}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function AddPerson({ issuer }: { readonly issuer: string }) {
  const [isAdded, setAdded] = useState('');
  const add = usePeopleChange((people, [personName = '', subject = '', from = '']: readonly string[]) =>
    people.addPerson({ personName, subject, issuer: from }),
  );
  return (
    <AddHolder
      label="Add a person"
      fields={['Name', 'Subject (the provider’s id of the person)', 'Issuer (address of the provider)']}
      initial={['', '', issuer]}
      adding={add}
      done={isAdded}
      onAdd={(texts, onDone) =>
        add.mutate(texts, {
          onSuccess: ({ personName }) => {
            setAdded(`Added ${personName}, without a role.`);
            onDone();
          },
        })
      }
    />
  );
}
