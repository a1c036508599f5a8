import { type AuthorityHolder, wayText } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { ChangesLink } from '../shell/changes-link.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { exactWhenText } from '../words/when-text.ts';
import { useAuthority } from './use-authority.ts';

export interface AuthorityProps {
  readonly siteId: string;
  readonly timeZone: string;
}

const COLUMNS = ['Who', { label: 'By', is: 'wide-only' }, 'Since', 'Ends'] as const;

/** Who and what can command a site, by what, since when and until when. */
export function Authority({ siteId, timeZone }: AuthorityProps) {
  const { data, error } = useAuthority(siteId);
  const now = useNow();
  const when = (text: string) => exactWhenText(Date.parse(text), { timeZone, now });
  return (
    <>
      {error !== null && <Failure what="The list of who can command the site could not be read" cause={error} />}
      <p>
        <ChangesLink id={siteId} />
      </p>
      {data === undefined && error === null && <Loading />}
      {data?.holders.length === 0 && <Empty title="Nobody and nothing can command this site" />}
      {data !== undefined && data.holders.length > 0 && (
        <PlainTable columns={COLUMNS}>
          {data.holders.map((holder) => (
            <tr key={Object.values(holder).join(' ')}>
              <td>
                <Who holder={holder} /> <span className="muted">{holder.kind}</span>
              </td>
              <td className="wide-only">{wayText(holder, data.holders)}</td>
              <td>{holder.since === null ? 'not recorded' : when(holder.since)}</td>
              <td>{holder.endsAt === null ? 'never' : when(holder.endsAt)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </>
  );
}

const VIEWS = { client: '/registry/clients', person: '/registry/people', pool: '/pools' } as const;

function Who({ holder: { kind, id, name } }: { readonly holder: AuthorityHolder }) {
  if (kind === 'key') return <code>{id}</code>;
  return (
    <Link href={`${VIEWS[kind]}/${id}`}>
      <bdi>{name}</bdi>
    </Link>
  );
}
