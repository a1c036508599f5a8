import type { SiteDetails } from '@setpoint/contract';
import { useMemo, useState } from 'react';
import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useNow } from '../../shell/use-now.ts';
import { whenText } from '../../words/time.ts';
import { lanesOf } from './lanes-of.ts';
import { Readout } from './readout.tsx';
import { TimelineChart } from './timeline-chart.tsx';
import { daysView, type View } from './view.ts';

export interface SiteTimelineProps {
  readonly site: SiteDetails;
  readonly timeZone: string;
}

const PRESETS = [
  { id: 'yesterday', label: 'Yesterday', first: -1, days: 1 },
  { id: 'today', label: 'Today', first: 0, days: 1 },
  { id: 'tomorrow', label: 'Tomorrow', first: 1, days: 1 },
  { id: 'all', label: 'All four days', first: -1, days: 4 },
] as const;

const NOTHING_MEASURED = [[], []] as const;

/** What is set, what follows from it and what was measured, over one axis of time. */
export function SiteTimeline({ site, timeZone }: SiteTimelineProps) {
  const now = useNow();
  const [view, setView] = useState<View>(() => daysView(Date.now(), timeZone, PRESETS[1]));
  const [hoverMs, setHoverMs] = useState<number | null>(null);
  const lanes = useMemo(() => lanesOf(site.schedules), [site.schedules]);
  const atMs = hoverMs ?? now;
  return (
    <section className="panel timeline" aria-labelledby="timeline-title">
      <div className="timeline-head">
        <h2 id="timeline-title">Timeline</h2>
        <Presets view={view} timeZone={timeZone} onView={setView} />
      </div>
      <TimelineChart
        label="What is set on this site over time"
        unit="kW"
        height={220}
        timeZone={timeZone}
        lanes={lanes}
        segments={[]}
        measured={NOTHING_MEASURED}
        view={view}
        onView={setView}
        onHover={setHoverMs}
      />
      <Readout
        title={`${hoverMs === null ? 'Now, ' : ''}${whenText(atMs, { timeZone, now })}`}
        lanes={lanes}
        atMs={atMs}
      />
    </section>
  );
}

interface PresetsProps {
  readonly view: View;
  readonly timeZone: string;
  readonly onView: (view: View) => void;
}

function Presets({ view, timeZone, onView }: PresetsProps) {
  const now = useNow();
  const views = PRESETS.map((preset) => ({ ...preset, view: daysView(now, timeZone, preset) }));
  const current = views.find((one) => one.view.fromMs === view.fromMs && one.view.toMs === view.toMs);
  const length = view.toMs - view.fromMs;
  const shift = (share: number) => onView({ fromMs: view.fromMs + share * length, toMs: view.toMs + share * length });
  const zoom = (factor: number) => {
    const [middle, half] = [(view.fromMs + view.toMs) / 2, (length * factor) / 2];
    onView({ fromMs: middle - half, toMs: middle + half });
  };
  return (
    <div className="timeline-tools">
      <ToggleButtonGroup
        className="chips"
        aria-label="Days"
        selectionMode="single"
        selectedKeys={current === undefined ? [] : [current.id]}
        onSelectionChange={(keys) => {
          const [chosen] = keys;
          const found = views.find(({ id }) => id === chosen) ?? current;
          if (found !== undefined) onView(found.view);
        }}
      >
        {views.map(({ id, label }) => (
          <ToggleButton key={id} id={id} className="chip">
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Button className="icon-button" aria-label="Earlier" onPress={() => shift(-0.5)}>
        ‹
      </Button>
      <Button className="icon-button" aria-label="Later" onPress={() => shift(0.5)}>
        ›
      </Button>
      <Button className="icon-button" aria-label="Zoom in" onPress={() => zoom(0.5)}>
        +
      </Button>
      <Button className="icon-button" aria-label="Zoom out" onPress={() => zoom(2)}>
        −
      </Button>
    </div>
  );
}
