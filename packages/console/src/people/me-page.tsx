import type { Me, ProviderList, SessionList } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { useAct } from '../shell/use-act.ts';
import { useNow } from '../shell/use-now.ts';
import { useClient, useSession } from '../session/session.tsx';
import { listProviders } from '../session/list-providers.ts';
import { signOut } from '../session/sign-out.ts';
import { agentText } from '../words/agent-text.ts';
import { agoText } from '../words/ago-text.ts';
import { useTitle } from '../shell/use-title.ts';

const EVERY_MS = 30_000;

/** Who is signed in, with what roles, and where. */
export function MePage() {
  useTitle('My account');
  const { people } = useClient();
  const me = useQuery({ queryKey: ['me'], queryFn: () => people.me() });
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => people.sessions(), refetchInterval: EVERY_MS });
  return (
    <>
      <h1>My account</h1>
      {me.isError && <Failure what="Your sign-in could not be read" cause={me.error} />}
      {me.data === undefined ? !me.isError && <Loading /> : <Who me={me.data} />}
      <section className="panel" aria-labelledby="sessions">
        <h2 id="sessions">Sessions</h2>
        {sessions.isError && <Failure what="The sessions could not be read" cause={sessions.error} />}
        {sessions.data !== undefined && <Sessions list={sessions.data} />}
      </section>
    </>
  );
}

function Who({ me }: { readonly me: Me }) {
  const isPerson = me.kind === 'person';
  return (
    <section className="panel" aria-label="Signed in">
      <dl className="named-list">
        <dt>{isPerson ? 'Person' : 'Client'}</dt>
        <dd>
          <b>
            <bdi>{me.name}</bdi>
          </b>{' '}
          <code>{me.id}</code>
        </dd>
        {isPerson && (
          <>
            <dt>Roles</dt>
            <dd>{me.roles.join(', ') || me.missing}</dd>
            <dt>Groups</dt>
            <dd>{me.groups.join(', ') || 'none that the provider tells of'}</dd>
          </>
        )}
        <dt>Scopes</dt>
        <dd>{me.scopes.join(', ') || 'none'}</dd>
      </dl>
    </section>
  );
}

function Sessions({ list: { sessions } }: { readonly list: SessionList }) {
  const { people } = useClient();
  const { isPerson } = useSession();
  const providers = useQuery({ queryKey: ['providers'], queryFn: listProviders });
  const now = useNow();
  const end = useAct((sessionId: string) => () => people.endSession(sessionId), { reads: [['sessions']] });
  return (
    <>
      <Outcome of={[end]} done="the session was ended" />
      <PlainTable
        columns={[
          { label: 'Begun', is: 'wide-only' },
          'Last used',
          { label: 'By', is: 'wide-only' },
          'From',
          { label: 'Change', is: 'unseen' },
        ]}
      >
        {sessions.map(({ sessionId, isThis, begunAt, usedAt, means, provider, address, agent }) => (
          <tr key={sessionId}>
            <td className="wide-only">{agoText(now - Date.parse(begunAt))}</td>
            <td>{isThis ? 'this one' : agoText(now - Date.parse(usedAt))}</td>
            <td className="wide-only">{wayText({ means, provider, providers: providers.data })}</td>
            <td>
              {address ?? 'unknown'} <span className="muted">{agent !== null && agentText(agent)}</span>
            </td>
            <td>
              {!isThis && (
                <ConfirmButton isSmall label="End" title="End this session?" onConfirm={() => end.mutate(sessionId)}>
                  <p>Anyone using it is signed out{isPerson ? ' at once' : ' within five minutes'}.</p>
                </ConfirmButton>
              )}
            </td>
          </tr>
        ))}
      </PlainTable>
      <div className="line">
        <ConfirmButton label="Sign out everywhere" title="Sign out everywhere?" onConfirm={() => void signOut(true)}>
          <p>All of these sessions end, this one too.</p>
        </ConfirmButton>
      </div>
    </>
  );
}

interface Way extends Pick<SessionList['sessions'][number], 'means' | 'provider'> {
  readonly providers: ProviderList['providers'] | undefined;
}

function wayText({ means, provider, providers = [] }: Way): string {
  if (provider === null) return means;
  const name = providers.find(({ id }) => id === provider)?.name ?? provider;
  return means === 'command line' ? `${name}, command line` : name;
}
