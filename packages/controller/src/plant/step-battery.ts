import { clamp, towards } from '../driver/clamp.ts';

export interface BatteryConfig {
  capacityKwh: number;
  maxChargeKw: number;
  maxDischargeKw: number;
  /** In each direction: charging and discharging lose the same share. */
  efficiency: number;
  minSocPcnt: number;
  maxSocPcnt: number;
  initialSocPcnt: number;
  rampKwPerS: number;
  /** Power falls in a straight line to 0 over this last part of the window. */
  deratePcnt: number;
  /** What it does when nothing is set. */
  defaultMode: 'idle' | 'self_consumption';
}

export interface BatteryState {
  config: BatteryConfig;
  energyKwh: number;
  /** + = discharge. */
  powerKw: number;
}

export function newBattery(config: BatteryConfig): BatteryState {
  return { config, energyKwh: (config.capacityKwh * config.initialSocPcnt) / 100, powerKw: 0 };
}

export function socPercent(state: BatteryState): number {
  return (state.energyKwh / state.config.capacityKwh) * 100;
}

export function stepBattery(state: BatteryState, targetKw: number, dtS: number): BatteryState {
  const { config, energyKwh } = state;
  const limits = limitsOf(state, dtS);
  const wantedKw = towards(state.powerKw, clamp(targetKw, limits.lowKw, limits.highKw), config.rampKwPerS * dtS);
  // Protection comes last: an empty or full battery stops at once, without a ramp.
  const powerKw = clamp(wantedKw, limits.lowKw, limits.highKw);
  const flowKwh = (powerKw * dtS) / 3600;
  const drawnKwh = flowKwh > 0 ? flowKwh / config.efficiency : flowKwh * config.efficiency;
  return { config, powerKw, energyKwh: clamp(energyKwh - drawnKwh, limits.emptyKwh, limits.fullKwh) };
}

function limitsOf({ config, energyKwh }: BatteryState, dtS: number) {
  const { efficiency } = config;
  const emptyKwh = (config.capacityKwh * config.minSocPcnt) / 100;
  const fullKwh = (config.capacityKwh * config.maxSocPcnt) / 100;
  const aboveKwh = Math.max(0, energyKwh - emptyKwh);
  const belowKwh = Math.max(0, fullKwh - energyKwh);
  const hours = dtS / 3600;
  const dischargeBand = derateBandKwh(config, config.maxDischargeKw / efficiency, config.maxDischargeKw);
  const chargeBand = derateBandKwh(config, config.maxChargeKw * efficiency, config.maxChargeKw);
  return {
    emptyKwh,
    fullKwh,
    highKw: Math.min(config.maxDischargeKw * Math.min(1, aboveKwh / dischargeBand), (aboveKwh * efficiency) / hours),
    lowKw: -Math.min(config.maxChargeKw * Math.min(1, belowKwh / chargeBand), belowKwh / efficiency / hours),
  };
}

/** Wide enough that the derating never falls faster than the ramp can follow. */
function derateBandKwh(config: BatteryConfig, fullFlowKw: number, ratedKw: number): number {
  return Math.max((config.capacityKwh * config.deratePcnt) / 100, (fullFlowKw * ratedKw) / (config.rampKwPerS * 3600));
}
