import type { AuditFilter } from '@setpoint/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { AuditTable } from './audit-table.tsx';

const PAGE = 50;
const FIELDS = [
  { name: 'action', label: 'Action', example: 'grant.added' },
  { name: 'actor', label: 'Actor', example: 'client:91278598-…' },
  { name: 'subject', label: 'Subject', example: 'site:5f0c1c5e-…' },
] as const;

type Draft = Readonly<Record<(typeof FIELDS)[number]['name'], string>>;

const ALL: Draft = { action: '', actor: '', subject: '' };

/** Who did what, the latest first. */
export function AuditLog() {
  const { audit } = useClient();
  const [draft, setDraft] = useState(ALL);
  const [filter, setFilter] = useState<AuditFilter>({});
  const log = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => audit.page(filter, { limit: PAGE, ...pageParam }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  });
  const records = log.data?.pages.flatMap((page) => page.records);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFilter(filterOf(draft));
  };
  return (
    <>
      <form className="inline-form sunken" onSubmit={submit} aria-label="Find records">
        {FIELDS.map(({ name, label, example }) => (
          <TextField
            key={name}
            className="field"
            value={draft[name]}
            onChange={(text) => setDraft({ ...draft, [name]: text.trim() })}
          >
            <Label>{label}</Label>
            <Input placeholder={example} />
          </TextField>
        ))}
        <div className="actions-start">
          <Button type="submit" className="button primary">
            Find
          </Button>
        </div>
      </form>
      {log.isError && <Failure what="The audit log could not be read" cause={log.error} />}
      {records === undefined && !log.isError && <Loading />}
      {records?.length === 0 && <Empty title="No record is like this" />}
      {records !== undefined && records.length > 0 && <AuditTable records={records} />}
      {log.hasNextPage && (
        <Button className="button small" onPress={() => void log.fetchNextPage()} isDisabled={log.isFetchingNextPage}>
          Show older records
        </Button>
      )}
    </>
  );
}

function filterOf(draft: Draft): AuditFilter {
  return Object.fromEntries(Object.entries(draft).filter(([, text]) => text !== ''));
}
