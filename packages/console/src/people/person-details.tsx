import type { Person } from '@setpoint/contract';
import { Button } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { Loading } from '../shell/loading.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { useTitle } from '../shell/use-title.ts';
import { HeldRoles } from './held-roles.tsx';
import { mayTexts } from './role-text.ts';
import { useGroups, useMayChangePeople, usePeople, usePeopleChange } from './use-people.ts';
import { usePlaceName } from './use-place-name.ts';
import { PlainTable } from '../shell/plain-table.tsx';
import { agentText } from '../words/agent-text.ts';

/** One person: what they may do and why, where they are signed in, and the ways to change that. */
export function PersonDetails({ personId }: { readonly personId: string }) {
  const { data, error } = usePeople(['person', personId], (people) => people.readPerson(personId));
  useTitle(data?.personName, 'People', 'Registry');
  if (data === undefined) {
    return error === null ? <Loading /> : <Failure what="The person could not be read" cause={error} />;
  }
  return <Details person={data} />;
}

function Details({ person }: { readonly person: Person }) {
  const { personId, personName, roles } = person;
  const mayChange = useMayChangePeople();
  const placeName = usePlaceName();
  const { data: groups = [] } = useGroups();
  return (
    <section className="panel" aria-labelledby="person-title">
      <h2 id="person-title">
        <bdi>{personName}</bdi>
      </h2>
      <Facts person={person} />
      <ul className="may-list" aria-label={`Rights of ${personName}`}>
        {mayTexts(person, groups, placeName).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {mayChange && <Actions person={person} />}
      <HeldRoles holder={{ kind: 'person', id: personId, name: personName }} roles={roles} />
      <PersonSessions personId={personId} personName={personName} />
    </section>
  );
}

function Facts({ person }: { readonly person: Person }) {
  const { personId, email, isEmailVerified, subject, issuer, groups, signedInAt } = person;
  const now = useNow();
  return (
    <dl className="named-list">
      <dt>Id</dt>
      <dd>
        <code>{personId}</code>{' '}
        <CopyButton text={personId} label="Copy the id of the person">
          Copy
        </CopyButton>
      </dd>
      <dt>E-mail</dt>
      <dd>{email === null ? 'not claimed' : `${email}${isEmailVerified ? '' : ', not verified'}`}</dd>
      <dt>Known as</dt>
      <dd>
        {subject} of {issuer}
      </dd>
      <dt>Groups</dt>
      <dd>{groups.join(', ') || 'none claimed'}</dd>
      <dt>Last seen</dt>
      <dd>{signedInAt === null ? 'never' : `signed in ${agoText(now - Date.parse(signedInAt))}`}</dd>
    </dl>
  );
}

function Actions({ person }: { readonly person: Person }) {
  const { personId, personName, isEnabled } = person;
  const [, navigate] = useLocation();
  const { clientId } = useSession();
  const enable = usePeopleChange((people, isOn: boolean) => people.setPersonEnabled(personId, isOn));
  const remove = usePeopleChange((people) => people.removePerson(personId));
  if (personId === clientId) return <p className="muted">This is you: another operator can disable or remove you.</p>;
  return (
    <>
      <Outcome of={[enable, remove]} done="that was done" />
      <div className="line">
        {isEnabled ? (
          <ConfirmButton label="Disable" title={`Disable ${personName}?`} onConfirm={() => enable.mutate(false)}>
            <p>Every session, stream and token ends at once. Schedules stay set. You can enable them again.</p>
          </ConfirmButton>
        ) : (
          <Button className="button" onPress={() => enable.mutate(true)}>
            Enable
          </Button>
        )}
        <ConfirmButton
          label="Remove"
          title={`Remove ${personName}`}
          typed={personName}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/registry/people') })}
        >
          <p>
            Roles and sessions are erased. Schedules stay set, and the history keeps the name. With the next sign-in
            they are back, without a role of their own.
          </p>
        </ConfirmButton>
      </div>
    </>
  );
}

interface PersonSessionsProps {
  readonly personId: string;
  readonly personName: string;
}

/** Where somebody is signed in; only operators may see that. */
function PersonSessions({ personId, personName }: PersonSessionsProps) {
  return useMayChangePeople() ? <Sessions personId={personId} personName={personName} /> : null;
}

function Sessions({ personId, personName }: PersonSessionsProps) {
  const { data, error } = usePeople(['sessions', personId], (people) => people.personSessions(personId));
  const end = usePeopleChange((people) => people.endPersonSessions(personId));
  const now = useNow();
  const sessions = data?.sessions ?? [];
  return (
    <>
      <h3>Sessions</h3>
      {error !== null && <Failure what="The sessions could not be read" cause={error} />}
      {data !== undefined && sessions.length === 0 && <p className="muted">Not signed in anywhere.</p>}
      {sessions.length > 0 && (
        <>
          <PlainTable columns={['Begun', 'Last used', 'By', { label: 'From', is: 'wide-only' }]}>
            {sessions.map(({ sessionId, begunAt, usedAt, means, provider, address, agent }) => (
              <tr key={sessionId}>
                <td>{agoText(now - Date.parse(begunAt))}</td>
                <td>{agoText(now - Date.parse(usedAt))}</td>
                <td>{provider === null ? means : `${provider}${means === 'command line' ? ', command line' : ''}`}</td>
                <td className="wide-only">
                  {address ?? 'unknown'} <span className="muted">{agent !== null && agentText(agent)}</span>
                </td>
              </tr>
            ))}
          </PlainTable>
          <div className="line">
            <ConfirmButton
              label="Sign out everywhere"
              title={`Sign ${personName} out everywhere`}
              onConfirm={() => end.mutate()}
            >
              <p>
                All of these sessions end, and so do all tokens. <bdi>{personName}</bdi> can sign in again.
              </p>
            </ConfirmButton>
          </div>
        </>
      )}
      <Outcome of={[end]} done="every session was ended" />
    </>
  );
}
