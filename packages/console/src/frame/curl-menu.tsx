import { useSyncExternalStore } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { curlLine } from './curl-line.ts';

/** The latest requests of the page, as lines for a shell. */
export function CurlMenu() {
  return (
    <DialogTrigger>
      <Button className="button quiet wide-tool" aria-label="Requests of this page, as curl">
        curl
      </Button>
      <Popover className="popover curl-popover" placement="bottom end">
        <Dialog className="dialog-flat">
          <Heading slot="title">Requests of this page</Heading>
          <p className="muted">
            They take a token from <code>$TOKEN</code>: <code>TOKEN=$(setpoint token)</code>
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
  if (latest.length === 0) return <p>No requests yet.</p>;
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
            <CopyButton text={curlLine(request)} label={`Copy as curl: ${request.method} ${pathname}`}>
              Copy as curl
            </CopyButton>
          </li>
        );
      })}
    </ul>
  );
}
