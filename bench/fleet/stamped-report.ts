import { Buffer } from 'node:buffer';

/** A report with a whole device tree: eleven devices of six kinds, 3 kB, of which only two figures and the time change. */
export interface StampedReport {
  bytes: Buffer;
  /** Numbers the report, and puts the same number on the meter at the connection point. */
  stamp: (sequence: number) => void;
}

export const FIRST_SEQUENCE = 1_000_001;

const CHILDLESS = { node_type: 'Device', data_source: 'modbus', children: [] };

interface Reporting {
  session: string;
  revision: string | undefined;
  takesOrders?: boolean;
}

export function stampedReport({ session, revision, takesOrders = false }: Reporting): StampedReport {
  const schedule = revision === undefined ? null : { revision, rejected: [] };
  const sentAt = new Date().toISOString();
  const takes = takesOrders ? { takes: ['orders'] } : {};
  const report = { session, sequence: FIRST_SEQUENCE, sentAt, schedule, ...takes, devices: tree(FIRST_SEQUENCE) };
  const bytes = Buffer.from(JSON.stringify(report));
  const places = placesOf(bytes, String(FIRST_SEQUENCE));
  if (places.length !== 2) throw new Error('a report is numbered in two places');
  const timeAt = bytes.indexOf(sentAt);
  return {
    bytes,
    stamp(sequence) {
      for (const place of places) bytes.write(String(sequence), place, 'latin1');
      // A controller whose clock is wrong is asked for nothing.
      bytes.write(new Date().toISOString(), timeAt, 'latin1');
    },
  };
}

function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
  return places;
}

function tree(gridKw: number): object {
  const racks = [1, 2].map((number) =>
    device('bess', `Rack ${number}`, 250, { active_power_kw: -42.5, soc: 61.25, available_storage_capacity_kWh: 500 }),
  );
  const inverters = [1, 2, 3].map((number) => device('solar', `Inverter ${number}`, 150, { active_power_kw: 87.125 }));
  const chargers = [1, 2, 3].map((number) => device('ev', `Charger ${number}`, 22, { active_power_kw: 11.004 }));
  return group('site', 'Site', [
    device('grid', 'Connection point', 9_999_999, { active_power_kw: gridKw }),
    group('bess', 'Battery', racks),
    group('solar', 'Roof', inverters),
    group('ev', 'Yard', chargers),
    device('heatpump', 'Heat pump', 120, { active_power_kw: 64.75 }),
    device('load', 'Building', 400, { active_power_kw: 231.5 }),
  ]);
}

function device(kind: string, name: string, ratedKw: number, measured: object): object {
  const ratings = { rated_power_upper_limit_kW: ratedKw, rated_power_lower_limit_kW: kind === 'solar' ? 0 : -ratedKw };
  return { uid: `${kind}/${name}`, device_type: kind, name, ...CHILDLESS, ...ratings, ...measured };
}

function group(kind: string, name: string, children: object[]): object {
  return { uid: name, node_type: 'DeviceGroup', device_type: kind, name, children };
}
