import type { SiteOverview } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { attentionOf, REASONS } from '../sites/attention.ts';
import { reasonSign } from '../sites/reason-sign.ts';
import type { FleetTotals } from '../sites/sum-fleet.ts';
import { countOf } from '../words/count-text.ts';

const SHOWN = 4;

/** The sites that need attention most, in words. */
export function AttentionList({ totals, now }: { readonly totals: FleetTotals; readonly now: number }) {
  const { needAttention, gravest } = totals;
  if (needAttention === 0) return <p className="all-well">✓ Nothing needs attention</p>;
  const shown = REASONS.flatMap((reason) => gravest.get(reason) ?? []).slice(0, SHOWN);
  return (
    <section className="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">Needs attention</h2>
      <ul>
        {shown.map((site) => (
          <AttentionItem key={site.siteId} site={site} now={now} />
        ))}
      </ul>
      {needAttention > SHOWN && (
        <p className="muted">and {countOf(needAttention - SHOWN)} more sites, first in the table below</p>
      )}
    </section>
  );
}

function AttentionItem({ site, now }: { readonly site: SiteOverview; readonly now: number }) {
  const [first, ...others] = attentionOf(site, now);
  if (first === undefined) return null;
  return (
    <li data-reason={first.reason}>
      <span aria-hidden="true" className="sign">
        {reasonSign(first.reason)}
      </span>
      <Link href={`/sites/${site.siteId}`}>{site.siteName}</Link>
      <span>
        {first.text}
        {others.length > 0 && <span className="muted"> and {others.length} more</span>}
      </span>
    </li>
  );
}
