import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useNow } from '../shell/use-now.ts';
import { daysView, type View } from '../shell/view.ts';

export const TODAY = { id: 'today', label: 'Today', first: 0, days: 1 } as const;

const PRESETS = [
  { id: 'yesterday', label: 'Yesterday', first: -1, days: 1 },
  TODAY,
  { id: 'tomorrow', label: 'Tomorrow', first: 1, days: 1 },
  { id: 'all', label: 'Four days', first: -1, days: 4 },
] as const;

export interface PresetsProps {
  readonly view: View;
  readonly timeZone: string;
  readonly onView: (view: View) => void;
}

/** The period that is shown. */
export function Presets({ view, timeZone, onView }: PresetsProps) {
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
    <div className="line">
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
