import { useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { DiffList } from '../history/diff-list.tsx';
import { useBatches } from '../history/use-batches.ts';
import { useClient } from '../session/session.tsx';
import { byText } from '../words/by-text.ts';

export interface ConflictProps {
  readonly siteId: string;
  readonly baseVersion: number;
  readonly version: number;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onDrop: () => void;
}

/** Shows what somebody else changed meanwhile, and asks what to do. */
export function Conflict({ siteId, baseVersion, version, timeZone, onKeep, onDrop }: ConflictProps) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['site', siteId, 'diff', baseVersion, version],
    queryFn: () => client.history.diffSchedules(siteId, { from: baseVersion, to: version }),
  });
  const since = useBatches(siteId).data?.filter((batch) => batch.version > baseVersion) ?? [];
  const names = [...new Set(since.map(({ actor }) => byText(actor)))];
  return (
    <section className="notice notice-warn" role="alert" aria-labelledby="conflict-title">
      <h2 id="conflict-title">Somebody else changed this site</h2>
      <p>
        You started from version {baseVersion}; the schedule is now at version {version}. Nothing of yours was sent, and
        nothing of theirs was overwritten. {names.length === 0 ? 'Their changes:' : `Changes by ${names.join(', ')}:`}
      </p>
      {data !== undefined && <DiffList diff={data} timeZone={timeZone} />}
      <div className="actions">
        <Button className="button" onPress={onDrop}>
          Discard mine, show theirs
        </Button>
        <Button className="button primary" onPress={onKeep}>
          Keep mine on top of theirs
        </Button>
      </div>
    </section>
  );
}
