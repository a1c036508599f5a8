import '../sites/sites.css';
import { SetpointError } from '@setpoint/client';
import { Link } from 'react-aria-components';
import { SiteHolds } from '../holds/site-holds.tsx';
import { DayPage } from '../schedules/table/day-page.tsx';
import { ScheduleEditor } from '../schedules/schedule-editor.tsx';
import { SiteNotes } from '../registry/site-notes.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { AssetTiles } from '../sites/asset-tiles.tsx';
import { useSite } from '../sites/fleet-feed.tsx';
import { useVersionedSite } from '../sites/use-versioned-site.ts';
import { SiteTabs } from './site-tabs.tsx';
import { SiteTimeline } from './site-timeline.tsx';
import { useTitle } from '../shell/use-title.ts';
import { viewLabel } from './view-label.ts';
import { pairName, type SiteDelivery, type SiteDetails, type SiteOverview } from '@setpoint/contract';
import { HoldSite } from '../holds/hold-site.tsx';
import { useSession } from '../session/session.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { useNow } from '../shell/use-now.ts';
import { Presence } from '../sites/presence.tsx';
import { syncText } from '../sites/sync-text.ts';
import { agoText } from '../words/ago-text.ts';
import { clockText } from '../words/when-text.ts';
import { Acknowledge } from '../acknowledgements/acknowledge.tsx';
import { AcknowledgedBy } from '../acknowledgements/acknowledged-by.tsx';
import { useAcknowledged } from '../acknowledgements/use-acknowledged.ts';
import { limitedText, rejectionText } from '../delivery/command-state-text.ts';
import { useDelivery } from '../delivery/use-delivery.ts';
import { problemOf } from '../overview/group-attention.ts';
import { type Attention, attentionOf } from '../sites/attention.ts';
import { reasonSign } from '../sites/reason-sign.ts';
import { pairLabel } from '../words/pair-label.ts';
import { withProblem } from '../words/with-problem.ts';

export interface SitePageProps {
  readonly siteId: string;
  readonly view: string | undefined;
}

/** One site: what it does, what is set on it, and how that is carried out. */
export function SitePage({ siteId, view }: SitePageProps) {
  const query = useVersionedSite(siteId);
  const overview = useSite(siteId);
  useSiteTitle(siteId, view);
  if (query.data === undefined) {
    if (query.error === null) return <Loading what="Reading the site" />;
    return <Missing cause={query.error} onRetry={() => void query.refetch()} />;
  }
  const { site } = query.data;
  const timeZone = overview?.timeZone ?? 'UTC';
  const version = query.data.scheduleVersion;
  // Both start in the site's time zone, which the overview knows.
  if (view === 'edit' || view === 'day') {
    const View = view === 'edit' ? ScheduleEditor : DayPage;
    return overview === undefined ? <Loading /> : <View site={site} version={version} timeZone={timeZone} />;
  }
  return (
    <div className="stack">
      <SiteHead site={site} overview={overview} />
      <SiteNotes siteId={siteId} />
      {query.isError && <Failure what="The site could not be read again" cause={query.error} />}
      <SiteHolds siteId={siteId} />
      <AssetTiles assets={site.assets} isOnline={site.isOnline} />
      <SiteTimeline site={site} timeZone={timeZone} version={version} />
      <SiteTabs siteId={siteId} timeZone={timeZone} tab={view} />
    </div>
  );
}

function Missing({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }) {
  const isHidden = cause instanceof SetpointError && (cause.status === 404 || cause.status === 403);
  if (!isHidden) return <Failure what="The site could not be read" cause={cause} onRetry={onRetry} />;
  return (
    <section className="notice">
      <h1>No such site</h1>
      <p>
        It does not exist, or you have no grant for it. <Link href="/">Back to the fleet</Link>
      </p>
    </section>
  );
}

/** Names a view of a site, such as "Following · Brewery Plzen". */
function useSiteTitle(siteId: string, view: string | undefined): void {
  useTitle(viewLabel(view), useSite(siteId)?.siteName);
}

function SiteHead({ site, overview }: { readonly site: SiteDetails; readonly overview: SiteOverview | undefined }) {
  const now = useNow();
  const { can } = useSession();
  return (
    <header className="site-head">
      <p className="crumbs">
        <Link href="/">← Fleet</Link>
      </p>
      <div className="line spread">
        <h1>
          <bdi>{site.siteName}</bdi>
        </h1>
        <div className="line">
          <HoldSite site={site} />
          {can('schedules:write') && (
            <Link href={`/sites/${site.siteId}/day`} className="button">
              Set a day
            </Link>
          )}
          <Link href={`/sites/${site.siteId}/edit`} className="button primary">
            {can('schedules:write') ? 'Edit schedule' : 'Show schedule'}
          </Link>
        </div>
      </div>
      {overview !== undefined && (
        <p className="line">
          <Presence site={overview} now={now} />
          <span>{syncText(overview, now)}</span>
          <span className="muted">
            {site.reportedAt === null ? 'no report yet' : `reported ${agoText(now - Date.parse(site.reportedAt))}`}
          </span>
          <span className="muted">
            {clockText(now, overview.timeZone)} in {overview.timeZone}
          </span>
          <span className="site-id">
            <code>{site.siteId}</code>{' '}
            <CopyButton text={site.siteId} label="Copy the id of the site">
              Copy
            </CopyButton>
          </span>
        </p>
      )}
      {overview !== undefined && <SiteAttention site={overview} now={now} />}
    </header>
  );
}

/** Why a site needs attention, and who takes care of it. */
function SiteAttention({ site, now }: { readonly site: SiteOverview; readonly now: number }) {
  const attention = attentionOf(site, now);
  if (attention.length === 0) return null;
  return (
    <ul className="line">
      {attention.map((one) => (
        <li key={one.text} data-reason={one.kind} className="line attention-text">
          <span>
            <span aria-hidden="true">{reasonSign(one.kind)}</span> {one.text}
          </span>
          {(one.kind === 'limited' || one.kind === 'rejected') && <Which siteId={site.siteId} reason={one.kind} />}
          <Care site={site} attention={one} />
        </li>
      ))}
    </ul>
  );
}

function Care({ site, attention: { code, since } }: { readonly site: SiteOverview; readonly attention: Attention }) {
  const acknowledgement = useAcknowledged().find(site.siteId, code, since === null ? undefined : Date.parse(since));
  const problem = problemOf(code);
  const siteIds = [site.siteId];
  if (problem === undefined) return null;
  if (acknowledgement === undefined) {
    return <Acknowledge sites={[site]} problem={problem} title={withProblem(site.siteName, code)} />;
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
