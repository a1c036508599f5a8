import type { SiteOverview } from '@setpoint/contract';
import { Acknowledge } from '../acknowledgements/acknowledge.tsx';
import { AcknowledgedBy } from '../acknowledgements/acknowledged-by.tsx';
import { useAcknowledged } from '../acknowledgements/use-acknowledged.ts';
import { problemOf, sinceOf } from '../overview/group-attention.ts';
import { type Attention, attentionOf } from '../sites/attention.ts';
import { reasonSign } from '../sites/reason-sign.ts';
import { withProblem } from '../words/with-problem.ts';

export interface SiteAttentionProps {
  readonly site: SiteOverview;
  readonly now: number;
}

/** Why a site needs attention, and who takes care of it. */
export function SiteAttention({ site, now }: SiteAttentionProps) {
  const attention = attentionOf(site, now);
  if (attention.length === 0) return null;
  return (
    <ul className="site-attention">
      {attention.map((one) => (
        <li key={one.text} data-reason={one.reason} className="attention-text">
          <span>
            <span aria-hidden="true">{reasonSign(one.reason)}</span> {one.text}
          </span>
          <Care site={site} attention={one} />
        </li>
      ))}
    </ul>
  );
}

function Care({ site, attention: { key } }: { readonly site: SiteOverview; readonly attention: Attention }) {
  const acknowledgement = useAcknowledged().find(site.siteId, key, sinceOf(site, key));
  const problem = problemOf(key);
  const siteIds = [site.siteId];
  if (problem === undefined) return null;
  if (acknowledgement === undefined) {
    return <Acknowledge siteIds={siteIds} problem={problem} title={withProblem(site.siteName, key)} />;
  }
  return <AcknowledgedBy acknowledgement={acknowledgement} siteIds={siteIds} timeZone={site.timeZone} />;
}
