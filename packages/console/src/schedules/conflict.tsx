import { useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { DiffList } from '../history/diff-list.tsx';
import { useClient } from '../session/session.tsx';

export interface ConflictProps {
  readonly siteId: string;
  readonly baseVersion: number;
  readonly version: number;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onDrop: () => void;
}

/** Somebody else changed the site meanwhile: what, and what to do about it. */
export function Conflict({ siteId, baseVersion, version, timeZone, onKeep, onDrop }: ConflictProps) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['site', siteId, 'diff', baseVersion, version],
    queryFn: () => client.history.diffSchedules(siteId, { from: baseVersion, to: version }),
  });
  return (
    <section className="notice notice-warn" role="alert" aria-labelledby="conflict-title">
      <h2 id="conflict-title">Somebody else changed this site</h2>
      <p>
        You began with version {baseVersion}; version {version} is set now. Nothing of yours was sent, and nothing of
        theirs is overwritten. They changed:
      </p>
      {data !== undefined && <DiffList diff={data} timeZone={timeZone} />}
      <div className="actions">
        <Button className="button" onPress={onDrop}>
          Drop mine, show theirs
        </Button>
        <Button className="button primary" onPress={onKeep}>
          Keep mine on top of theirs
        </Button>
      </div>
    </section>
  );
}
