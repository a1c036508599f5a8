import type { SiteOverview } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { attentionOf, REASONS } from './attention.ts';
import { reasonSign } from './reason-sign.ts';

const SHOWN = 4;

/** The gravest first, in words. */
export function AttentionList({ sites, now }: { readonly sites: readonly SiteOverview[]; readonly now: number }) {
  const found = sites
    .flatMap((site) => {
      const [first, ...others] = attentionOf(site, now);
      return first === undefined ? [] : [{ site, first, others: others.length }];
    })
    .sort((one, other) => REASONS.indexOf(one.first.reason) - REASONS.indexOf(other.first.reason));
  if (found.length === 0) return <p className="all-well">✓ Nothing needs attention</p>;
  return (
    <section className="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">Needs attention</h2>
      <ul>
        {found.slice(0, SHOWN).map(({ site, first, others }) => (
          <li key={site.siteId} data-reason={first.reason}>
            <span aria-hidden="true" className="sign">
              {reasonSign(first.reason)}
            </span>
            <Link href={`/sites/${site.siteId}`}>{site.siteName}</Link>
            <span>
              {first.text}
              {others > 0 && <span className="muted"> and {others} more</span>}
            </span>
          </li>
        ))}
      </ul>
      {found.length > SHOWN && (
        <p className="muted">and {(found.length - SHOWN).toLocaleString('en')} more sites: sorted first below</p>
      )}
    </section>
  );
}
