import type { FollowingAsset, Tolerance } from '@setpoint/core';
import type { MeasurementsKept } from './forget-measurements.ts';
import type { SettingsReader } from '../wire/settings-reader.ts';

export interface FollowingSettings {
  readonly tolerances: Readonly<Record<FollowingAsset, Tolerance>>;
  readonly kept: MeasurementsKept;
}

export function readFollowingSettings(read: SettingsReader): FollowingSettings {
  return {
    tolerances: { grid: readTolerance(read, 'SETPOINT_GRID'), bess: readTolerance(read, 'SETPOINT_BESS') },
    kept: {
      minuteMs: read.integer('SETPOINT_MINUTE_MEANS_KEPT_HOURS', 48, { min: 1, max: 87_600 }) * 3_600_000,
      quarterMs: read.integer('SETPOINT_QUARTER_MEANS_KEPT_DAYS', 35, { min: 1, max: 3_650 }) * 86_400_000,
    },
  };
}

function readTolerance(read: SettingsReader, prefix: string): Tolerance {
  return {
    kw: read.integer(`${prefix}_TOLERANCE_KW`, 5, { min: 0, max: 1_000_000 }),
    percent: read.integer(`${prefix}_TOLERANCE_PERCENT`, 5, { min: 0, max: 100 }),
    rampSeconds: read.integer(`${prefix}_RAMP_SECONDS`, 60, { min: 0, max: 3_600 }),
  };
}
