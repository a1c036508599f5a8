import type { DeviceTreeNode } from '@setpoint/contract';
import type { PlantConfig } from './plant-config.ts';
import { deviceNode, type Nameplate, type PlantMoment, type PlantUnit, type UnitKind } from './plant-unit.ts';
import { seededRandom } from './seeded-random.ts';
import { solarPowerKw } from './solar-power-kw.ts';
import { newBattery, socPercent, stepBattery, type BatteryConfig } from './step-battery.ts';
import { newEv, stepEv, type EvConfig, type EvState } from './step-ev.ts';
import { newGenset, stepGenset, type GensetConfig } from './step-genset.ts';
import { newHeatPump, stepHeatPump, type HeatPumpConfig } from './step-heat-pump.ts';
import { newLoad, stepLoad, type LoadConfig } from './step-load.ts';
import { windPowerKw, type WindConfig } from './wind-power-kw.ts';

/** The devices a site has, in the order of their steps: the battery last, for it may follow all others. */
export function plantUnits(config: PlantConfig): PlantUnit[] {
  return [
    config.load && loadUnit(config.load, config.seed),
    config.ev && evUnit(config.ev, config.seed),
    config.heatPump && heatPumpUnit(config.heatPump),
    config.solar && solarUnit(config),
    config.wind && windUnit(config.wind),
    config.genset && gensetUnit(config.genset),
    config.battery && batteryUnit(config.battery),
  ].filter((unit) => unit !== undefined);
}

interface Steps<State> {
  first: State;
  step(state: State, moment: PlantMoment): State;
  node?(node: DeviceTreeNode, state: State): DeviceTreeNode;
}

function runDevice<State extends { powerKw: number }>(
  kind: UnitKind,
  plate: Nameplate,
  steps: Steps<State>,
): PlantUnit {
  let state = steps.first;
  return {
    kind,
    step: (moment) => {
      state = steps.step(state, moment);
      return state.powerKw;
    },
    node: () => {
      const node = deviceNode(kind, plate, state.powerKw);
      return steps.node ? steps.node(node, state) : node;
    },
  };
}

function loadUnit(config: LoadConfig, seed: number): PlantUnit {
  const random = seededRandom(seed, 'load');
  return runDevice('load', plateOf('Consumption', config.peakKw), {
    first: newLoad(config),
    step: (state, { dtS, local, target }) => stepLoad(state, { dtS, local, capKw: target.loadMaxKw }, random),
  });
}

function evUnit(config: EvConfig, seed: number): PlantUnit {
  const random = seededRandom(seed, 'ev');
  return runDevice('ev', plateOf('Charging', config.groupKw), {
    first: newEv(config),
    step: (state, { atMs, dtS, local, target }) => stepEv(state, { atMs, dtS, local, capKw: target.evMaxKw }, random),
    node: (node, state) => ({ ...node, node_type: 'DeviceGroup', children: chargerNodes(state) }),
  });
}

function chargerNodes({ config, sessions }: EvState): DeviceTreeNode[] {
  return Array.from({ length: config.chargers }, (_, charger) => {
    const session = sessions.find((candidate) => candidate.charger === charger);
    const node = deviceNode('ev', plateOf(`Charger ${charger + 1}`, config.plugKw), session?.powerKw ?? 0);
    return { ...node, uid: `ev-1-${charger + 1}`, node_type: 'DeviceElement' };
  });
}

function heatPumpUnit(config: HeatPumpConfig): PlantUnit {
  return runDevice('heatpump', plateOf('Heat pumps', config.ratedKw), {
    first: newHeatPump(config),
    step: (state, { dtS, weather, target }) =>
      stepHeatPump(state, { outdoorC: weather.outdoorC, capKw: target.heatpumpMaxKw }, dtS),
  });
}

function solarUnit({ solar, latitude, longitude }: PlantConfig): PlantUnit | undefined {
  if (!solar) return undefined;
  const place = { latitude, longitude };
  return runDevice('solar', plateOf('Solar inverters', solar.ratedKw), {
    first: { powerKw: 0 },
    step: (_, { atMs, weather, target }) => ({
      powerKw: solarPowerKw(solar, { atMs, place, transmittance: weather.transmittance }, target.solarMaxKw),
    }),
  });
}

function windUnit(config: WindConfig): PlantUnit {
  return runDevice('wind', plateOf('Wind turbines', config.ratedKw), {
    first: { powerKw: 0 },
    step: (_, { weather, target }) => ({ powerKw: windPowerKw(config, weather.windFactor, target.windMaxKw) }),
  });
}

function gensetUnit(config: GensetConfig): PlantUnit {
  return runDevice('genset', plateOf('Generator', config.ratedKw), {
    first: newGenset(config),
    step: (state, { dtS, target }) => stepGenset(state, target.gensetKw, dtS),
  });
}

function batteryUnit(config: BatteryConfig): PlantUnit {
  const plate = { name: 'Battery', lowerKw: -config.maxChargeKw, upperKw: config.maxDischargeKw };
  return runDevice('bess', plate, {
    first: newBattery(config),
    step: (state, { dtS, target, othersKw }) => {
      const defaultKw = config.defaultMode === 'self_consumption' ? othersKw : 0;
      return stepBattery(state, target.bessKw ?? defaultKw, dtS);
    },
    // The state of charge counts from the nameplate, so the window's ends show as minSocPcnt and maxSocPcnt.
    node: (node, state) => ({
      ...node,
      soc: socPercent(state),
      available_storage_capacity_kWh: config.capacityKwh,
      rated_energy: config.capacityKwh,
    }),
  });
}

function plateOf(name: string, upperKw: number): Nameplate {
  return { name, lowerKw: 0, upperKw };
}
