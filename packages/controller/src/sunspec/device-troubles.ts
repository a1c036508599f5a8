import type { ToldTrouble } from '@setpoint/contract';
import type { DeviceLoop } from './device-loop.ts';
import { sameSerials } from './same-serials.ts';
import { addressOf } from './sunspec-site-config.ts';

/** What is wrong with the devices of a site, for people to see. */
export function deviceTroubles(loops: readonly DeviceLoop[]): ToldTrouble[] {
  return [...loops.flatMap(lostOrders), ...serialsTwice(loops)];
}

function lostOrders(loop: DeviceLoop): ToldTrouble[] {
  const { uid, kind } = loop.config;
  const problem = loop.losses();
  return problem === undefined ? [] : [{ code: 'order_lost', asset: kind, message: `${uid}: ${problem}` }];
}

function serialsTwice(loops: readonly DeviceLoop[]): ToldTrouble[] {
  const named = loops.flatMap((loop) => {
    const { config } = loop;
    const known = loop.names();
    const place = `${addressOf(config)} ${config.unitId ?? 1}`;
    return known === undefined ? [] : [{ config, place, names: known }];
  });
  return sameSerials(named).map((group) => {
    const [first] = group;
    const uids = group.map(({ config }) => config.uid).join(', ');
    const isOneKind = group.every(({ config }) => config.kind === first?.config.kind);
    return {
      code: 'same_serial',
      ...(isOneKind && first !== undefined ? { asset: first.config.kind } : {}),
      message: `${uids} have the serial number ${first?.names.serial}, and may be one device.`,
    };
  });
}
