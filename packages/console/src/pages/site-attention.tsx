import { pairName, type SiteDelivery, type SiteOverview } from '@setpoint/contract';
import { Acknowledge } from '../acknowledgements/acknowledge.tsx';
import { AcknowledgedBy } from '../acknowledgements/acknowledged-by.tsx';
import { useAcknowledged } from '../acknowledgements/use-acknowledged.ts';
import { limitedText, rejectionText } from '../delivery/command-state-text.ts';
import { useDelivery } from '../delivery/use-delivery.ts';
import { problemOf, sinceOf } from '../overview/group-attention.ts';
import { type Attention, attentionOf } from '../sites/attention.ts';
import { reasonSign } from '../sites/reason-sign.ts';
import { pairLabel } from '../words/pair-label.ts';
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
    <ul className="line">
      {attention.map((one) => (
        <li key={one.text} data-reason={one.reason} className="line attention-text">
          <span>
            <span aria-hidden="true">{reasonSign(one.reason)}</span> {one.text}
          </span>
          {(one.reason === 'limited' || one.reason === 'rejected') && (
            <Which siteId={site.siteId} reason={one.reason} />
          )}
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
    return <Acknowledge sites={[site]} problem={problem} title={withProblem(site.siteName, key)} />;
  }
  return <AcknowledgedBy acknowledgement={acknowledgement} siteIds={siteIds} timeZone={site.timeZone} />;
}

/** The commands in question, with the reason that the controller gives. */
function Which({ siteId, reason }: { readonly siteId: string; readonly reason: 'limited' | 'rejected' }) {
  const { data } = useDelivery(siteId);
  const concerned = data?.commands.filter(({ limited, state }) => {
    return reason === 'limited' ? limited !== null : state === 'rejected';
  });
  return concerned?.map((command) => (
    <span key={pairName(command)} className="muted">
      {`${pairLabel(command)}: ${command.limited === null ? refusedText(command) : limitedText(command.limited)}`}
    </span>
  ));
}

function refusedText({ code, message }: SiteDelivery['commands'][number]): string {
  return message ?? (code === null ? 'rejected' : rejectionText(code));
}
