import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import { currentRevision } from '@setpoint/core';
import { addSite } from '../src/registry/sites/add-site.ts';
import type { TestStore } from './open-test-store.ts';

/** For tests: a site that is booked for so much import on 25 October 2026, and whose controller applied that. */
export async function bookedSite({ store, query }: TestStore, kw: number, now: number): Promise<SiteId> {
  const siteId = randomUUID() as string as SiteId;
  const controllerKey = { keyId: randomUUID(), keyHash: siteId };
  await store.write(addSite, { siteId, siteName: String(kw), timeZone: 'UTC', controllerKey, now });
  const times = `"startAt":"2026-10-25T00:00:00.000Z","endAt":"2026-10-26T00:00:00.000Z"`;
  const text = `{"asset":"grid","type":"afrrImportBookingkW","entries":[{${times},"value":${kw}}]}`;
  await query(
    `INSERT INTO set_command (site_id, asset, type, text, hash, version, batch_id)
     VALUES ('${siteId}', 'grid', 'afrrImportBookingkW', '${text}', 'x', 0, 'b')`,
  );
  const [state] = await query('SELECT epoch FROM store_state');
  const revision = currentRevision({ epoch: Number(state?.['epoch']), version: 0, hash: '' });
  await query(
    `INSERT INTO site_state (site_id, reported_at, revision, ratings, clock_offset_ms) VALUES ('${siteId}', ${now}, '${revision}', '', 0)`,
  );
  return siteId;
}
