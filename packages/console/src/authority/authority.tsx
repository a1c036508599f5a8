import { type Actor, actorText, type AuthorityGrant, type SiteAuthority } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { ChangesLink } from '../shell/changes-link.tsx';
import { useNow } from '../shell/use-now.ts';
import { exactWhenText } from '../words/when-text.ts';
import { useAuthority } from './use-authority.ts';
import { wayText } from './way-text.ts';

export interface AuthorityProps {
  readonly siteId: string;
  readonly timeZone: string;
}

/** Who and what can command a site, since when, given by whom, and until when. */
export function Authority({ siteId, timeZone }: AuthorityProps) {
  const { data, error } = useAuthority(siteId);
  if (data === undefined) {
    return error === null ? (
      <Loading />
    ) : (
      <Failure what="The list of who can command the site could not be read" cause={error} />
    );
  }
  return (
    <>
      {error !== null && <Failure what="The list of who can command the site could not be updated" cause={error} />}
      <p>
        <ChangesLink id={siteId} />
      </p>
      <Callers authority={data} timeZone={timeZone} />
      <Groups authority={data} timeZone={timeZone} />
      <Others authority={data} timeZone={timeZone} />
    </>
  );
}

interface PartProps {
  readonly authority: SiteAuthority;
  readonly timeZone: string;
}

const BY = { label: 'By', is: 'wide-only' } as const;

function Callers({ authority, timeZone }: PartProps) {
  const { callers } = authority;
  if (callers.length === 0) return <Empty title="No client and no person can command this site" />;
  return (
    <PlainTable columns={['Client or person', 'Can', BY, ...GIVEN]}>
      {callers.flatMap(({ id, name, kind, grants }) =>
        grants.map((grant) => (
          <tr key={`${id} ${keyOf(grant)}`}>
            <td>
              <bdi>{kind === 'client' ? <Link href={`/registry/clients/${id}`}>{name}</Link> : name}</bdi>{' '}
              <span className="muted">{kind}</span>
            </td>
            <td>{grant.can === 'schedule' ? 'set and hold' : 'hold'}</td>
            <td className="wide-only">{wayText(grant, authority)}</td>
            <GivenCells given={grant} timeZone={timeZone} />
          </tr>
        )),
      )}
    </PlainTable>
  );
}

function Groups({ authority, timeZone }: PartProps) {
  const { groups } = authority;
  return (
    <Part title="Groups" count={groups.length}>
      <PlainTable columns={['Group', { label: 'Persons', is: 'number' }, BY, ...GIVEN]}>
        {groups.flatMap(({ groupId, groupName, persons, grants }) =>
          grants.map((grant) => (
            <tr key={`${groupId} ${keyOf(grant)}`}>
              <td>
                <bdi>{groupName}</bdi>
              </td>
              <td className="number">{persons}</td>
              <td className="wide-only">{wayText(grant, authority)}</td>
              <GivenCells given={grant} timeZone={timeZone} />
            </tr>
          )),
        )}
      </PlainTable>
    </Part>
  );
}

function Others({ authority, timeZone }: PartProps) {
  const { callers, actingClients, pools, controllerKeys } = authority;
  const nameOf = (id: string) => callers.find((caller) => caller.id === id)?.name ?? id;
  return (
    <>
      <Part title="Clients that act for these persons" count={actingClients.length}>
        <PlainTable columns={['Client', ...GIVEN]}>
          {actingClients.map(({ clientId, clientName, ...given }) => (
            <tr key={clientId}>
              <td>
                <Link href={`/registry/clients/${clientId}`}>
                  <bdi>{clientName}</bdi>
                </Link>
              </td>
              <GivenCells given={{ ...given, endsAt: null }} timeZone={timeZone} />
            </tr>
          ))}
        </PlainTable>
      </Part>
      <Part title="Pools" count={pools.length}>
        <PlainTable columns={['Pool', 'Its seat', 'May take it', ...GIVEN]}>
          {pools.map(({ poolId, poolName, seat, mayTake, ...given }) => (
            <tr key={poolId}>
              <td>
                <Link href={`/pools/${poolId}`}>
                  <bdi>{poolName}</bdi>
                </Link>
              </td>
              <td>{seat === null ? 'free' : actorText(seat.holder)}</td>
              <td>{mayTake.map(nameOf).join(', ') || 'nobody'}</td>
              <GivenCells given={given} timeZone={timeZone} />
            </tr>
          ))}
        </PlainTable>
      </Part>
      <Part title="Controller keys" count={controllerKeys.length}>
        <PlainTable columns={['Key', ...GIVEN]}>
          {controllerKeys.map(({ keyId, ...given }) => (
            <tr key={keyId}>
              <td>
                <code>{keyId}</code>
              </td>
              <GivenCells given={given} timeZone={timeZone} />
            </tr>
          ))}
        </PlainTable>
      </Part>
    </>
  );
}

interface PartOfPage {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Part({ title, count, children }: PartOfPage) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

const GIVEN = ['Since', 'Given by', 'Ends'];
const NOT_RECORDED = 'not recorded';

interface GivenProps {
  readonly given: { readonly since: string | null; readonly givenBy: Actor | null; readonly endsAt: string | null };
  readonly timeZone: string;
}

function GivenCells({ given: { since, givenBy, endsAt }, timeZone }: GivenProps) {
  const now = useNow();
  const when = (text: string) => exactWhenText(Date.parse(text), { timeZone, now });
  return (
    <>
      <td>{since === null ? NOT_RECORDED : when(since)}</td>
      <td>{givenBy === null ? NOT_RECORDED : actorText(givenBy)}</td>
      <td>{endsAt === null ? 'never' : when(endsAt)}</td>
    </>
  );
}

function keyOf({ through, poolId, groupId }: AuthorityGrant): string {
  return [through, poolId, groupId].join(' ');
}
