import type { MeasuredMean, SiteDetails } from '@setpoint/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { measuredSeries } from '../following/measured-series.ts';
import { useMeasurements } from '../following/use-measurements.ts';
import { AssetChoice, PLANNED, type Planned } from '../plan/asset-choice.tsx';
import { PlanTimeline } from '../plan/plan-timeline.tsx';
import { SocChart } from '../plan/soc-chart.tsx';
import { useAddressedAxis } from '../plan/use-addressed-axis.ts';
import { usePlan } from '../plan/use-plan.ts';
import { Failure } from '../shell/failure.tsx';
import { assetLabel } from '../words/asset-label.ts';

export interface SiteTimelineProps {
  readonly site: SiteDetails;
  readonly timeZone: string;
  readonly version: number;
}

/** What is set, the plan that results and what was measured, over one time axis. */
export function SiteTimeline({ site, timeZone, version }: SiteTimelineProps) {
  const axis = useAddressedAxis(timeZone);
  const { asset, setAsset } = useAddressedAsset();
  const plan = usePlan(site.siteId, { timeZone, version, view: axis.view });
  const measurements = useMeasurements(site.siteId, timeZone);
  const means = measurements.data ?? NO_MEANS;
  const power = useMemo(() => measuredSeries(means, asset, 'activePowerkW'), [means, asset]);
  const soc = useMemo(() => measuredSeries(means, 'bess', 'soc'), [means]);
  const present = PLANNED.filter((one) => one === 'grid' || site.assets[one] !== null);
  return (
    <>
      {plan.isError && <Failure what="The plan could not be read" cause={plan.error} />}
      <PlanTimeline
        title="Timeline"
        label={`Timeline of ${assetLabel(asset)}`}
        height={240}
        axis={axis}
        asset={asset}
        schedules={site.schedules}
        plan={plan.data}
        measured={power}
        tools={<AssetChoice present={present} asset={asset} onAsset={setAsset} />}
      >
        <SocChart axis={axis} soc={soc} />
      </PlanTimeline>
    </>
  );
}

/** Whose plan is shown, as the address says: `?asset=bess`. */
function useAddressedAsset() {
  const [query, setQuery] = useSearchParams();
  const asset = PLANNED.find((one) => one === query.get('asset')) ?? 'grid';
  const setAsset = (chosen: Planned) =>
    setQuery(
      (was) => {
        const next = new URLSearchParams(was);
        if (chosen === 'grid') next.delete('asset');
        else next.set('asset', chosen);
        return next;
      },
      { replace: true },
    );
  return { asset, setAsset };
}

const NO_MEANS: readonly MeasuredMean[] = [];
