import type { AuditFilter } from '@setpoint/client';
import type { AuditRecord } from '@setpoint/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
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
import { useKnown } from './use-known.ts';
import { useTitle } from '../shell/use-title.ts';
import './audit.css';

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
