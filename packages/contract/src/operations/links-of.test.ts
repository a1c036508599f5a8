import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../operations.ts';
import { linksOf } from './links-of.ts';
import type { Operation } from './operation.ts';

const rows: readonly Operation[] = OPERATIONS;
const linked = rows.flatMap((source) =>
  Object.values(linksOf(source, rows)).map((link) => ({ source, ...link, item: operationOf(link.operationId) })),
);

describe('an answer leads to its item', () => {
  it.each([
    ['listSites', 'getSite', { siteId: '$response.body#/sites/0/siteId' }],
    ['listRegisteredSites', 'getRegisteredSite', { siteId: '$response.body#/sites/0/siteId' }],
    ['addSite', 'getRegisteredSite', { siteId: '$response.body#/siteId' }],
    ['setSchedules', 'getBatchDelivery', { batchId: '$response.body#/batchId' }],
    ['listHolds', 'getHold', { holdId: '$response.body#/holds/0/holdId' }],
    ['listPools', 'getPool', { poolId: '$response.body#/pools/0/poolId' }],
    ['addWebhook', 'getWebhook', { webhookId: '$response.body#/webhookId' }],
    ['listClients', 'getClient', { clientId: '$response.body#/clients/0/clientId' }],
    ['addPerson', 'getPerson', { personId: '$response.body#/personId' }],
  ])('from %s to %s', (id, operationId, parameters) => {
    expect(linksOf(operationOf(id), rows)).toEqual({ [operationId]: { operationId, parameters } });
  });

  it('which is another operation, with all that its path needs, found in the example of the answer', () => {
    expect(linked.length).toBeGreaterThan(25);
    for (const { source, item, parameters } of linked) {
      const needed = [...item.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect([source.id, item.id, needed]).toEqual([source.id, item.id, Object.keys(parameters)]);
      expect(item.id).not.toBe(source.id);
      for (const expression of Object.values(parameters))
        expect([source.id, valueAt(source.success.body?.example, expression)]).toEqual([source.id, expect.any(String)]);
    }
  });
});

function operationOf(id: string): Operation {
  return rows.find((one) => one.id === id) ?? expect.unreachable(`there is no operation ${id}`);
}

function valueAt(body: unknown, expression: string): unknown {
  const keys = expression.replace('$response.body#/', '').split('/');
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);
}
