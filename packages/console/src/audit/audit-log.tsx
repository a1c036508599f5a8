import './audit.css';
import type { AuditFilter } from '@setpoint/client';
import { type AuditRecord, SERVICE_ACTOR } from '@setpoint/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { useLocation, useSearch } from 'wouter';
import { useClient } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { countText } from '../words/count-text.ts';
import { auditHref, filterFrom } from './audit-href.ts';
import { AuditForm } from './audit-form.tsx';
import { AuditList } from './audit-list.tsx';
import type { NameOf } from './name-of.ts';
import { useTitle } from '../shell/use-title.ts';
import { useMemo } from 'react';
import { useAllPools } from '../pools/use-pools.ts';
import { allOf } from '../session/resource-of.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { type KnownOption, toldApart } from './told-apart.ts';

const SELDOM_MS = 60_000;
const SERVICE: KnownOption = { id: `service:${SERVICE_ACTOR.id}`, name: 'The service', kind: 'by itself' };
const UNREAD = { doers: [SERVICE], groups: [] };

interface Known {
  readonly nameOf: NameOf;
  /** Those who can have done something. */
  readonly actors: readonly KnownOption[];
  /** What something can have been done to. */
  readonly subjects: readonly KnownOption[];
}

/** The names of all that there is; whoever was removed is found by the id, or by a record. */
function useKnown(): Known {
  const { people, registry } = useClient();
  const sites = useSites();
  const { data: pools } = useAllPools();
  const { data = UNREAD } = useQuery({
    queryKey: ['audit', 'known'],
    queryFn: async () => {
      const [persons, groups, clients] = await Promise.all([
        allOf(people.persons()),
        allOf(people.groups()),
        allOf(registry.clients()),
      ]);
      return {
        doers: [
          ...persons.map(({ personId, personName }) => option('person', personId, personName)),
          ...clients.map(({ clientId, clientName }) => option('client', clientId, clientName)),
          SERVICE,
        ],
        groups: groups.map(({ groupId, groupName }) => option('group', groupId, groupName)),
      };
    },
    staleTime: SELDOM_MS,
  });
  return useMemo(() => {
    const places = [
      ...sites.map(({ siteId, siteName }) => option('site', siteId, siteName)),
      ...(pools ?? []).map(({ poolId, poolName }) => option('pool', poolId, poolName)),
      ...data.groups,
    ];
    const names = new Map([...data.doers, ...places].map(({ id, name }) => [id, name]));
    return {
      nameOf: (kind, id) => names.get(`${kind}:${id}`),
      actors: toldApart(data.doers),
      subjects: toldApart([...places, ...data.doers.filter((one) => one !== SERVICE)]),
    };
  }, [sites, pools, data]);
}

function option(kind: string, id: string, name: string): KnownOption {
  return { id: `${kind}:${id}`, name, kind };
}

const PAGE = 50;

/** Who did what, the latest first. */
export function AuditLog() {
  useTitle('Audit log', 'Registry');
  const { audit } = useClient();
  const [, navigate] = useLocation();
  const filter = filterFrom(useSearch());
  const log = useInfiniteQuery({
    queryKey: ['audit', 'records', filter],
    queryFn: ({ pageParam }) => audit.page(filter, { limit: PAGE, ...pageParam }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  });
  const { nameOf, actors, subjects } = useKnown();
  const records = log.data?.pages.flatMap((page) => page.records);
  const altered = log.data?.pages.flatMap((page) => page.altered) ?? [];
  const refresh = (next: AuditFilter) => {
    // The same filter again asks for what happened since.
    if (auditHref(next) === auditHref(filter)) void log.refetch();
    else navigate(auditHref(next));
  };
  return (
    <>
      <AuditForm filter={filter} actors={actors} subjects={subjects} onFind={refresh} />
      {log.isError && <Failure what="The audit log could not be read" cause={log.error} />}
      {altered.length > 0 && (
        <p role="alert">
          Somebody altered records {altered.map(({ sequence }) => sequence).join(', ')} in the database.
        </p>
      )}
      {records === undefined && !log.isError && <Loading />}
      {records !== undefined && <Found records={records} filter={filter} nameOf={nameOf} isMore={log.hasNextPage} />}
      {log.hasNextPage && (
        <div className="line">
          <Button className="button" onPress={() => void log.fetchNextPage()} isDisabled={log.isFetchingNextPage}>
            Show older records
          </Button>
        </div>
      )}
    </>
  );
}

interface FoundProps {
  readonly records: readonly AuditRecord[];
  readonly filter: AuditFilter;
  readonly nameOf: NameOf;
  readonly isMore: boolean;
}

function Found({ records, filter, nameOf, isMore }: FoundProps) {
  const counted = countText(records.length, 'record');
  return (
    <>
      <p className={records.length === 0 ? 'visually-hidden' : 'muted'} role="status">
        {isMore ? `The latest ${counted}` : counted}, times in UTC
      </p>
      {records.length === 0 ? (
        <NoRecord filter={filter} />
      ) : (
        <AuditList records={records} filter={filter} nameOf={nameOf} />
      )}
    </>
  );
}

function NoRecord({ filter: { from, to } }: { readonly filter: AuditFilter }) {
  const isTurned = from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);
  return <Empty title="No record is like this">{isTurned && <p>“From” must be before “To”.</p>}</Empty>;
}
