import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { assetLabel } from '../words/asset-label.ts';

/** The assets that have a plan of their own. */
export const PLANNED = ['grid', 'bess', 'solar'] as const;
export type Planned = (typeof PLANNED)[number];

/** Whose plan a command of a pair changes. */
export function plannedOf(pair: string): Planned {
  return PLANNED.find((one) => pair.startsWith(one)) ?? 'grid';
}

export interface AssetChoiceProps {
  readonly present: readonly Planned[];
  readonly asset: Planned;
  readonly onAsset: (asset: Planned) => void;
}

/** Whose plan is shown; nothing if there is only one. */
export function AssetChoice({ present, asset, onAsset }: AssetChoiceProps) {
  if (present.length < 2) return null;
  return (
    <ToggleButtonGroup
      className="chips"
      aria-label="Plan of"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[asset]}
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        onAsset(present.find((one) => one === chosen) ?? 'grid');
      }}
    >
      {present.map((one) => (
        <ToggleButton key={one} id={one} className="chip">
          {assetLabel(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
