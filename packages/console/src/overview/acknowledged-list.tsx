import type { Acknowledgement, SiteOverview } from '@setpoint/contract';
import { useState } from 'react';
import { AcknowledgedBy } from '../acknowledgements/acknowledged-by.tsx';
import { DisclosedRow } from '../shell/disclosed-row.tsx';
import { commonZone } from '../sites/common-zone.ts';
import { countText } from '../words/count-text.ts';
import { type AttentionGroup, groupAttention, groupTitle } from './group-attention.ts';
import { SiteLink } from './site-link.tsx';

const SITES_SHOWN = 20;

export interface AcknowledgedListProps {
  readonly sites: readonly SiteOverview[];
  readonly now: number;
  /** Whether nothing else needs attention. */
  readonly isAlone?: boolean;
  readonly acknowledgedOf: (site: SiteOverview, key: string, since?: number) => Acknowledgement | undefined;
}

/** What somebody takes care of already: closed, below what needs attention. */
export function AcknowledgedList({ sites, now, isAlone = false, acknowledgedOf }: AcknowledgedListProps) {
  const [isOpen, setOpen] = useState(false);
  const groups = groupAttention(sites, now, (...of) => acknowledgedOf(...of) !== undefined);
  const acts = groups.flatMap((group) => actsOf(group, acknowledgedOf));
  if (acts.length === 0) return null;
  const timeZone = commonZone(sites);
  return (
    <div className={`attention-acknowledged${isAlone ? ' attention attention-well' : ''}`}>
      {isAlone && <h2 className="visually-hidden">Acknowledged</h2>}
      <DisclosedRow
        isOpen={isOpen}
        onOpen={setOpen}
        head={<span className="muted">{`${countText(acts.length, 'problem')} acknowledged`}</span>}
      >
        <ul className="attention-sites">
          {acts.map(({ group, acknowledgement }) => (
            <li key={`${group.key} ${acknowledgement.createdAt}`}>
              <b>{groupTitle(group)}</b>
              <span>
                {group.sites.slice(0, SITES_SHOWN).map((site, index) => (
                  <span key={site.siteId}>
                    {index > 0 && ', '}
                    <SiteLink site={site} attentionKey={group.key} />
                  </span>
                ))}
                {group.sites.length > SITES_SHOWN && ` and ${group.sites.length - SITES_SHOWN} more`}
              </span>
              <AcknowledgedBy
                acknowledgement={acknowledgement}
                siteIds={group.sites.map(({ siteId }) => siteId)}
                timeZone={timeZone}
              />
            </li>
          ))}
        </ul>
      </DisclosedRow>
    </div>
  );
}

interface Act {
  readonly group: Pick<AttentionGroup, 'key' | 'sites'>;
  readonly acknowledgement: Acknowledgement;
}

/** The sites of a group whose problem was acknowledged together. */
function actsOf({ key, sites }: AttentionGroup, acknowledgedOf: AcknowledgedListProps['acknowledgedOf']): Act[] {
  const acts = new Map<string, { sites: SiteOverview[]; acknowledgement: Acknowledgement }>();
  for (const site of sites) {
    const acknowledgement = acknowledgedOf(site, key);
    if (acknowledgement === undefined) continue;
    const act = acts.get(acknowledgement.createdAt) ?? { sites: [], acknowledgement };
    act.sites.push(site);
    acts.set(acknowledgement.createdAt, act);
  }
  return [...acts.values()].map((act) => ({ group: { key, sites: act.sites }, acknowledgement: act.acknowledgement }));
}
