import { expect, it } from 'vitest';
import { BUDGETS } from './budgets.ts';
import { budgetProblems, countRoomLines, isTest, roomOf } from './room-lines.ts';

it.each([
  ['packages/server/src/alerts/conditions/find-behind.ts', 'server/alerts', false],
  ['packages/server/src/alerts/alerts.test.ts', 'server/alerts', true],
  ['packages/server/src/serve.ts', 'server', false],
  ['packages/server/testing/open-world.ts', 'server', true],
  ['test/journeys/audit/audit-log.test.ts', 'test/journeys', true],
  ['test/support/run/busy.ts', 'test/support', true],
  ['clients/python/src/setpoint/series.py', 'clients/python', false],
  ['clients/python/tests/test_splices.py', 'clients/python', true],
  ['scripts/rooms.ts', 'scripts', false],
])('%s counts for %s', (path, room, test) => {
  expect([roomOf(path), isTest(path)]).toEqual([room, test]);
});

it('a room beyond its budget is a problem, in product or in tests; one without a budget, too', () => {
  const counts = new Map([
    ['server/small', { product: 10, tests: 5 }],
    ['server/large', { product: 11, tests: 6 }],
    ['server/new', { product: 1, tests: 0 }],
  ]);
  const budgets = { 'server/small': [10, 5], 'server/large': [10, 5] } as const;
  expect(budgetProblems(counts, budgets).map((problem) => problem.split(';')[0])).toEqual([
    'server/large: 11 lines of product, 10 allowed',
    'server/large: 6 lines of tests, 5 allowed',
    'server/new: 1 lines of product, 0 allowed',
  ]);
});

it('each budget is that of a room', () => {
  const counts = countRoomLines();
  expect(Object.keys(BUDGETS).filter((room) => !counts.has(room))).toEqual([]);
});
