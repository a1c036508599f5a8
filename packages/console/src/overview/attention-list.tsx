import type { SiteOverview } from '@setpoint/contract';
import { useState } from 'react';
import { Button, Link } from 'react-aria-components';
import { Acknowledge } from '../acknowledgements/acknowledge.tsx';
import { useAcknowledged } from '../acknowledgements/use-acknowledged.ts';
import { DisclosedRow } from '../shell/disclosed-row.tsx';
import { attentionOf } from '../sites/attention.ts';
import { reasonSign } from '../sites/reason-sign.ts';
import { countText } from '../words/count-text.ts';
import { withProblem } from '../words/with-problem.ts';
import { whenText, zoneText } from '../words/when-text.ts';
import { AcknowledgedList } from './acknowledged-list.tsx';
import { type AttentionGroup, groupAttention, problemOf, sinceOf, groupTitle } from './group-attention.ts';
import { SiteLink } from './site-link.tsx';

const SHOWN = 5;
const SITES_SHOWN = 20;
const SOON_MS = 60_000;

export interface AttentionListProps {
  readonly sites: readonly SiteOverview[];
  readonly now: number;
}

/** What needs attention, by what it is; each opens to its sites. */
export function AttentionList({ sites, now }: AttentionListProps) {
  const { hasAny, find } = useAcknowledged();
  const acknowledgedOf = (site: SiteOverview, key: string, since = sinceOf(site, key, now)) =>
    find(site.siteId, key, since);
  // With 10,000 sites, what is asked for each problem of each is felt.
  const isOpen = hasAny ? (...of: Parameters<typeof acknowledgedOf>) => acknowledgedOf(...of) === undefined : undefined;
  const groups = groupAttention(sites, now, isOpen);
  const [isAll, setAll] = useState(false);
  const listed = { sites, now, acknowledgedOf };
  if (groups.length === 0) {
    return (
      <>
        <p className="is-well">✓ Nothing needs attention</p>
        {hasAny && <AcknowledgedList {...listed} isAlone />}
      </>
    );
  }
  const hidden = isAll ? 0 : Math.max(0, groups.length - SHOWN);
  return (
    <section className="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">Needs attention</h2>
      <div>
        {groups
          .slice(0, groups.length - hidden)
          .map((group) =>
            group.sites.length === 1 ? (
              <One key={group.key} group={group} now={now} />
            ) : (
              <Many key={group.key} group={group} now={now} />
            ),
          )}
      </div>
      {hidden > 0 && (
        <div className="line">
          <Button className="button small" onPress={() => setAll(true)}>
            {`Show ${countText(hidden, 'more kind', 'more kinds')}`}
          </Button>
        </div>
      )}
      {hasAny && <AcknowledgedList {...listed} />}
    </section>
  );
}

interface GroupProps {
  readonly group: AttentionGroup;
  readonly now: number;
}

/** A single site needs no opening. */
function One({ group, now }: GroupProps) {
  const { key, reason, first } = group;
  return (
    <div className="attention-row">
      <p className="attention-one" data-reason={reason}>
        <Sign reason={reason} />
        <SiteLink site={first} attentionKey={key} />
        <span>{textOf(first, key, now)}</span>
      </p>
      <TakeCare group={group} />
    </div>
  );
}

/** A hold is meant: there is nothing to take care of. */
function TakeCare({ group: { key, sites, first } }: Pick<GroupProps, 'group'>) {
  const problem = problemOf(key);
  if (problem === undefined) return null;
  const title = sites.length === 1 ? withProblem(first.siteName, key) : groupTitle({ key, sites });
  return <Acknowledge sites={sites} problem={problem} title={title} />;
}

function Many({ group, now }: GroupProps) {
  const { key, reason, sites, first, since } = group;
  const [isOpen, setOpen] = useState(false);
  const inOrder = isOpen
    ? sites.toSorted((one, other) => (sinceOf(one, key, now) ?? 0) - (sinceOf(other, key, now) ?? 0))
    : [];
  return (
    <div className="attention-row">
      <DisclosedRow
        isOpen={isOpen}
        onOpen={setOpen}
        head={
          <span className="attention-head" data-reason={reason}>
            <Sign reason={reason} /> <b>{groupTitle(group)}</b>
            <span className="muted">
              {since === undefined ? first.siteName : `first: ${first.siteName}, ${momentText(group, since, now)}`}
            </span>
          </span>
        }
      >
        <ul className="attention-sites">
          {inOrder.slice(0, SITES_SHOWN).map((site) => (
            <li key={site.siteId}>
              <SiteLink site={site} attentionKey={key} />
              <span className="muted">{textOf(site, key, now)}</span>
            </li>
          ))}
          {isOpen && sites.length > SITES_SHOWN && (
            <li>
              <Link href={`/?show=${reason}`}>{`All ${countText(sites.length, 'site')}`}</Link>
            </li>
          )}
        </ul>
      </DisclosedRow>
      <TakeCare group={group} />
    </div>
  );
}

function Sign({ reason }: Pick<AttentionGroup, 'reason'>) {
  return (
    <span aria-hidden="true" className="sign">
      {reasonSign(reason)}
    </span>
  );
}

function textOf(site: SiteOverview, key: string, now: number): string {
  return attentionOf(site, now).find((one) => one.code === key)?.text ?? '';
}

function momentText({ key, first: { timeZone, following } }: AttentionGroup, at: number, now: number): string {
  // An entry is judged once it has ended.
  if (key === 'deviating' && following !== null) {
    const when = (instant: number) => whenText(instant, { timeZone, now });
    return `${when(at)} to ${when(Date.parse(following.endAt))} ${zoneText(at, timeZone)}`;
  }
  // An issue that is there already is told of from the moment at which the plan was asked for.
  if (key.startsWith('issue') && at < now + SOON_MS) return 'now';
  return `${at > now ? 'from' : 'since'} ${whenText(at, { timeZone, now })} ${zoneText(at, timeZone)}`;
}
