import type { FleetOverview } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { MIDNIGHT, setDrawn } from '../../testing/draw-schedules.ts';
import { worldOfTests } from '../../testing/open-world.ts';

describe('the overview over HTTP', async () => {
  const world = await worldOfTests({ clock: { now: MIDNIGHT } });

  it.each(['cursor', 'limit'])('says that %s does not go with named sites', async (name) => {
    const siteId = await world.site();
    const { status, text } = await world.ask('GET', `/api/v1/fleet/overview?siteIds=${siteId}&${name}=1`);
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { error: 'bad_request', message: `${name} does not go with siteIds` },
    ]);
  });

  it('adds up reserves without the digits that only doubles add', async () => {
    const siteId = await world.site();
    await setDrawn(world, siteId, 'grid afrrImportBookingkW | 00-24 0.1\n grid mfrrImportBookingkW | 00-24 0.2');
    const { text } = await world.ask('GET', `/api/v1/fleet/overview?siteIds=${siteId}`);
    expect((JSON.parse(text) as FleetOverview).sites[0]?.reserves).toEqual({ importkW: 0.3, exportkW: 0 });
  });

  it('shows what is booked and held beside what is kept ready', async () => {
    const siteId = await world.site();
    await setDrawn(world, siteId, 'grid afrrImportBookingkW | 00-12 100\n grid activePowerkW | 00-24 0');
    const overview = async () => {
      const { text } = await world.ask('GET', `/api/v1/fleet/overview?siteIds=${siteId}`);
      const [site] = (JSON.parse(text) as FleetOverview).sites;
      return [site?.reserves, site?.nextDayReserves, site?.heldReserves, site?.heldNextDayReserves];
    };
    const none = { importkW: 0, exportkW: 0 };
    const booked = [
      { importkW: 100, exportkW: 0 },
      { importkW: 50, exportkW: 0 },
    ];
    expect(await overview()).toEqual([...booked, none, none]);
    expect((await world.ask('POST', '/api/v1/fleet/holds', { body: { siteId } })).status).toBe(201);
    expect(await overview()).toEqual([none, none, ...booked]);
  });
});
