import { Compile } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { parseSiteTopic, Report, ScheduleSnapshot, scheduleTopic, siteTopic } from './schema.ts';
import type { SiteId } from '../sites/site-id.ts';

const SITE = '0b0e9d3e-6a0f-4a57-9c1e-0f4f3f1f2a11' as SiteId;

const leaf = { uid: 'b1', node_type: 'Device', device_type: 'bess', children: [], soc: null, vendor_serial: 'x' };
const rejection = { asset: 'bess', type: 'optimalSocPcnt', code: 'unsupported', message: 'no SoC planner' };
const rejecting = (change: object) => ({ revision: '1.17.9f3c2a41', rejected: [{ ...rejection, ...change }] });
const report = {
  session: '0b6f',
  sequence: 42,
  sentAt: '2030-01-01T10:00:30.010Z',
  schedule: rejecting({}),
  devices: { uid: 'site', node_type: 'Dispatcher', device_type: 'ems', children: [leaf] },
};
const snapshot = {
  revision: '1.17.9f3c2a41',
  issuedAt: '2030-01-01T09:58:12.345Z',
  holdSeconds: null,
  commands: [
    {
      asset: 'grid',
      type: 'activePowerkW',
      entries: [{ startAt: '2030-01-01T10:00:00.000Z', endAt: '2030-01-01T14:00:00.000Z', value: 100 }],
    },
  ],
};

describe('a report', () => {
  const validator = Compile(Report);

  it.each([
    ['as documented', report],
    ['before any snapshot was applied', { ...report, schedule: null }],
    ['without devices', { ...report, devices: undefined }],
    ['with properties of a vendor', { ...report, vendor: { firmware: 7 } }],
    ['whose rejection has no words', { ...report, schedule: rejecting({ message: undefined }) }],
  ])('%s is taken', (_case, value) => {
    expect(validator.Check(JSON.parse(JSON.stringify(value)))).toBe(true);
  });

  it.each([
    ['without a schedule', { ...report, schedule: undefined }],
    ['without a session', { ...report, session: '' }],
    ['whose session holds a space', { ...report, session: 'a b' }],
    ['whose session never ends', { ...report, session: 'a'.repeat(129) }],
    ['counted in fractions', { ...report, sequence: 1.5 }],
    ['counted below zero', { ...report, sequence: -1 }],
    ['with a code that is no word', { ...report, schedule: rejecting({ code: 'no, thanks' }) }],
    ['with devices that are null', { ...report, devices: null }],
    ['with a fault deep in its tree', { ...report, devices: { ...leaf, children: [{ ...leaf, soc: '40' }] } }],
  ])('%s is malformed', (_case, value) => {
    expect(validator.Check(JSON.parse(JSON.stringify(value)))).toBe(false);
  });
});

describe('a snapshot', () => {
  const validator = Compile(ScheduleSnapshot);

  it('as documented is taken, and so is one with more in it', () => {
    expect(validator.Check(snapshot)).toBe(true);
    expect(validator.Check({ ...snapshot, holdSeconds: 3_600, later: true })).toBe(true);
  });

  it.each(['revision', 'issuedAt', 'holdSeconds', 'commands'])('without %s is malformed', (field) => {
    expect(validator.Check({ ...snapshot, [field]: undefined })).toBe(false);
  });
});

describe('a topic', () => {
  it('names a site and a direction', () => {
    expect(siteTopic(SITE, 'report')).toBe(`sites/v1/${SITE}/report`);
    expect(parseSiteTopic(siteTopic(SITE, 'schedule'))).toEqual({ siteId: SITE, kind: 'schedule' });
    expect(parseSiteTopic(siteTopic(SITE, 'report'))).toEqual({ siteId: SITE, kind: 'report' });
  });

  it('names the orders of a site', () => {
    expect(parseSiteTopic(siteTopic(SITE, 'order'))).toEqual({ siteId: SITE, kind: 'order' });
    expect(parseSiteTopic(`${siteTopic(SITE, 'order')}/48h`)).toBeUndefined();
  });

  it('of a schedule may say how far it is to reach', () => {
    const topic = scheduleTopic(SITE, 48);
    expect(topic).toBe(`sites/v1/${SITE}/schedule/48h`);
    expect(parseSiteTopic(topic)).toEqual({ siteId: SITE, kind: 'schedule', horizonHours: 48 });
  });

  it.each([
    'sites/v1/+/report',
    'sites/v1/#',
    `sites/v1/${SITE}`,
    `sites/v1/${SITE}/report/x`,
    `/sites/v1/${SITE}/report`,
    `sites/v1/${SITE}/report/48h`,
    `sites/v1/${SITE}/schedule/48`,
    `sites/v1/${SITE}/schedule/0h`,
    `sites/v1/${SITE}/schedule/8785h`,
  ])('%s is none', (topic) => {
    expect(parseSiteTopic(topic)).toBeUndefined();
  });
});
