import type { SiteOverview } from '@setpoint/contract';
import { useHeard } from '../session/use-heard.ts';
import { durationText } from '../words/ago-text.ts';
import './sites.css';

export function Presence({ site, now }: { readonly site: SiteOverview; readonly now: number }) {
  const { isOnline, reportedAt } = site;
  const { isUnheard, silentMs } = useHeard();
  if (isUnheard) return <span className="presence">? not heard for {durationText(silentMs)}</span>;
  if (isOnline) return <span className="presence is-well">● online</span>;
  if (reportedAt === null) return <span className="presence">○ never reported</span>;
  return <span className="presence is-offline">✕ offline {durationText(now - Date.parse(reportedAt))}</span>;
}
