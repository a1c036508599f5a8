import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const SITES = 2_000;
const FORMAT = 'setpoint-registry-1';

describe('a large registry', () => {
  const sites = Array.from({ length: SITES }, (_, index) => ({ ...siteOf(), siteName: `Site ${index}` }));
  const clients = [{ clientName: 'desk', scopes: ['sites:read'], isEnabled: true, subjects: [], grants: [] }];

  it('is read as it stands, and others go first in between', async () => {
    for (const document of [
      { format: FORMAT, sites, clients },
      { clients, sites, format: FORMAT, pools: [] },
    ]) {
      const found = await read(document);
      expect(found.document).toEqual(document);
      expect(found.turns).toBeGreaterThanOrEqual((2 * SITES) / 50);
    }
  });

  it.each<[string, object, string]>([
    ['a site of another shape', { sites: [...sites, { siteId: 1 }], clients }, `sites[${SITES}]`],
    ['no clients', { sites }, "must have required property 'clients'"],
    ['another format', { format: 'x', sites, clients }, 'format'],
    ['what is no object', { sites: [...sites, 1], clients }, `sites[${SITES}]: must be object`],
    ['what is unknown', { sites, clients, others: [{}] }, 'unknown property "others"'],
    ['too large an object', { sites: [{ notes: 'x'.repeat(9_000_000) }], clients }, 'one object may have at most'],
    ['objects of nothing', { sites: Array.from({ length: 300_000 }, () => ({})), clients }, 'too many empty objects'],
    ['no lists but lists', { sites: Array.from({ length: 90_000 }, () => []), clients }, 'lists of objects'],
  ])('is refused with %s', async (_, document, message) => {
    expect((await read({ format: FORMAT, ...document })).refusal).toContain(message);
  });
});

function siteOf() {
  return { siteId: randomUUID(), siteName: '', timeZone: 'Europe/Berlin', notes: 'a note of some length, as it is' };
}

async function read(document: object) {
  let turns = 0;
  const turn = () => Promise.resolve(void (turns += 1));
  try {
    return { document: await readDocument(Buffer.from(JSON.stringify(document)), turn), turns };
  } catch (cause) {
    return { refusal: (cause as Error).message, turns };
  }
}
