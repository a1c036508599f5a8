import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { agentText } from '../words/agent-text.ts';
import { agoText } from '../words/ago-text.ts';
import { useMayChangePeople, usePeople, usePeopleChange } from './use-people.ts';

export interface PersonSessionsProps {
  readonly personId: string;
  readonly personName: string;
}

/** Where somebody is signed in; only operators may see that. */
export function PersonSessions({ personId, personName }: PersonSessionsProps) {
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
