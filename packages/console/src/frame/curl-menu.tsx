import { useSyncExternalStore } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { curlLine } from './curl-line.ts';

/** What the page asked, as lines that do the same from a shell. */
export function CurlMenu() {
  return (
    <DialogTrigger>
      <Button className="button quiet" aria-label="What this page asked, as curl">
        curl
      </Button>
      <Popover className="popover curl-popover" placement="bottom end">
        <Dialog className="dialog-flat">
          <Heading slot="title">What this page asked</Heading>
          <p className="muted">
            With a token in <code>$TOKEN</code>: <code>TOKEN=$(npx setpoint token)</code>
          </p>
          <RequestList />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function RequestList() {
  const { requests } = useSession();
  const latest = useSyncExternalStore(requests.subscribe, requests.latest);
  if (latest.length === 0) return <p>Nothing yet.</p>;
  return (
    <ul className="curl-list">
      {latest.map((request) => {
        const { pathname, search } = new URL(request.url);
        return (
          <li key={`${request.method} ${request.url}`}>
            <code>
              <b>{request.method}</b> {pathname}
              {search}
            </code>
            <CopyButton text={curlLine(request)} label={`Copy ${request.method} ${pathname} as curl`}>
              Copy as curl
            </CopyButton>
          </li>
        );
      })}
    </ul>
  );
}
