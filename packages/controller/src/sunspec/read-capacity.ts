import { model120 } from './models/model-120.ts';
import { model121 } from './models/model-121.ts';
import { model124 } from './models/model-124.ts';
import { model702 } from './models/model-702.ts';
import { model802 } from './models/model-802.ts';
import { hasModel, type ReachedDevice } from './reached-device.ts';
import { readModel, type ModelValues } from './models/read-model.ts';

/** What a device states of its power in watts, by the names of model 702. */
export type Capacity = ModelValues<Exclude<keyof typeof model702.points, 'W_SF'>>;

/** From model 702, or from the older models that say the same in pieces. */
export async function readCapacity(opened: ReachedDevice): Promise<Capacity> {
  const { link, models, config } = opened;
  if (hasModel(opened, model702)) return readModel(link, models, model702);
  const { WRtg, MaxChaRte, MaxDisChaRte } = await readModel(link, models, model120);
  const { WMax } = await readModel(link, models, model121);
  return {
    ...known({ WMaxRtg: WRtg, WMax, WChaRteMaxRtg: MaxChaRte, WDisChaRteMaxRtg: MaxDisChaRte }),
    ...(config.kind === 'bess' ? await readRates(opened) : {}),
  };
}

async function readRates(opened: ReachedDevice): Promise<Capacity> {
  const { link, models } = opened;
  const { WChaMax } = await readModel(link, models, model124);
  const { WChaRteMax, WDisChaRteMax } = await readModel(link, models, model802);
  return known({ WChaRteMax: WChaMax ?? WChaRteMax, WDisChaRteMax: WChaMax ?? WDisChaRteMax });
}

// Interpretation: some devices state 0 for what they do not know; no rating is 0.
function known(values: Readonly<Record<string, number | undefined>>): Capacity {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value > 0));
}
