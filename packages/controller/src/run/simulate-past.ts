import { instantText } from '@setpoint/core';
import type { Report } from '@setpoint/contract';
import { type ControlState, controlTick } from '../execute/control-tick.ts';
import type { PlantConfig } from '../plant/plant-config.ts';
import { createPlant, type Plant } from '../plant/plant.ts';
import { parseSnapshot } from '../protocol/parse-snapshot.ts';
import { storageOfPlant } from './storage-of-plant.ts';

export interface Past {
  readonly siteId: string;
  readonly plant: PlantConfig;
  /** The snapshot that the site followed all the time. */
  readonly snapshot: unknown;
  readonly fromMs: number;
  readonly toMs: number;
  readonly everyMs: number;
}

/** The reports that the controller of a simulated site would have sent; returns the devices as they are at the end. */
export function* simulatePast({
  siteId,
  plant: config,
  snapshot,
  fromMs,
  toMs,
  everyMs,
}: Past): Generator<Report, Plant> {
  const plant = createPlant(config, fromMs);
  const settings = { siteId, ...storageOfPlant(config) };
  const parsed = parseSnapshot(snapshot);
  if (parsed.kind === 'malformed') throw new Error(parsed.reason);
  let state: ControlState | undefined;
  for (let atMs = fromMs, sequence = 1; atMs <= toMs; atMs += everyMs, sequence += 1) {
    const control = controlTick({ schedule: parsed.schedule, reading: plant.reading(), settings, state, atMs });
    ({ state } = control);
    plant.setTarget(control.target);
    yield {
      session: 'past',
      sequence,
      sentAt: instantText(atMs),
      schedule: { revision: parsed.schedule.revision, rejected: [...control.rejected] },
      devices: control.devices,
    };
    plant.step(everyMs);
  }
  return plant;
}
