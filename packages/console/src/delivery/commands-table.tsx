import { pairName, type SiteDelivery } from '@setpoint/contract';
import { Fragment, useState } from 'react';
import { Link } from 'react-aria-components';
import { DisclosedRow } from '../shell/disclosed-row.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { countText } from '../words/count-text.ts';
import { explain } from '../words/explain.ts';
import { pairLabel } from '../words/pair-label.ts';
import { valueText } from '../words/value-text.ts';
import { exactWhenText, whenText } from '../words/when-text.ts';
import { commandStateText, entryStateText, limitedText, rejectionText } from './command-state-text.ts';
import { useDelivery } from './use-delivery.ts';

export interface CommandsTableProps {
  readonly siteId: string;
  readonly timeZone: string;
}

type Command = SiteDelivery['commands'][number];
type Order = SiteDelivery['orders'][number];

/** Everything that is set, with the state of each entry. */
export function CommandsTable({ siteId, timeZone }: CommandsTableProps) {
  const { data, error } = useDelivery(siteId);
  if (data === undefined)
    return error === null ? <Loading /> : <Failure what="The commands could not be read" cause={error} />;
  const { commands, orders } = data;
  if (commands.length + orders.length === 0) {
    return <Empty title="Nothing is set: the site follows its own operation" />;
  }
  return (
    <div className="commands">
      {orders.map((order) => (
        <OrderRow key={pairName(order)} order={order} timeZone={timeZone} />
      ))}
      {commands.map((command) => (
        <Fragment key={pairName(command)}>
          <CommandRow command={command} timeZone={timeZone} />
          {command.message !== null && <p className="command-message">The controller says: {command.message}</p>}
          {command.limited !== null && <p className="command-message">{limitedText(command.limited)}</p>}
        </Fragment>
      ))}
    </div>
  );
}

function OrderRow({ order, timeZone }: { readonly order: Order; readonly timeZone: string }) {
  const now = useNow();
  const { poolId, sequence, value, endAt } = order;
  return (
    <p className="ordered">
      <span className="command-name">{pairLabel(order)}</span>: <b>{valueText(order, value)}</b> until{' '}
      {exactWhenText(Date.parse(endAt), { timeZone, now })}, by an order of{' '}
      <Link href={`/pools/${poolId}`}>a pool</Link> (signal {sequence}), in the place of what is set
    </p>
  );
}

function CommandRow({ command, timeZone }: { readonly command: Command; readonly timeZone: string }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { entries } = command;
  const current = entries.find(({ startAt, endAt }) => Date.parse(startAt) <= now && now < Date.parse(endAt));
  const next = entries.find(({ startAt }) => Date.parse(startAt) > now);
  const when = (text: string) => whenText(Date.parse(text), { timeZone, now });
  return (
    <DisclosedRow
      isOpen={isOpen}
      onOpen={setOpen}
      head={
        <>
          <span className="command-name" title={explain(pairLabel(command))}>
            {pairLabel(command)}
          </span>
          <span className="command-now">
            {current === undefined ? (
              <span className="muted">nothing now</span>
            ) : (
              <>
                <b>{valueText(command, current.value)}</b> until {when(current.endAt)}
              </>
            )}
            {current === undefined && next !== undefined && (
              <>
                , next <b>{valueText(command, next.value)}</b> from {when(next.startAt)}
              </>
            )}
          </span>
          <StateTag state={command.state}>
            {command.code === null ? commandStateText(command.state) : rejectionText(command.code)}
          </StateTag>
          <span className="muted command-count">{countText(entries.length, 'entry', 'entries')}</span>
        </>
      }
    >
      {isOpen && <EntryTable command={command} when={when} />}
    </DisclosedRow>
  );
}

function EntryTable({ command, when }: { readonly command: Command; readonly when: (text: string) => string }) {
  return (
    <PlainTable className="entries" columns={['From', 'To', { label: 'Value', is: 'number' }, 'State']}>
      {command.entries.map(({ startAt, endAt, value, state, isLate }) => (
        <tr key={startAt}>
          <td>{when(startAt)}</td>
          <td>{when(endAt)}</td>
          <td className="number">{valueText(command, value)}</td>
          <td>
            {entryStateText(state)}
            {isLate && <span className="muted"> (arrived late)</span>}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

function StateTag({ state, children }: { readonly state: string; readonly children: string }) {
  return (
    <span className="state-tag" data-state={state}>
      {children}
    </span>
  );
}
