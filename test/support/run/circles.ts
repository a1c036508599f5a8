import { globSync, readFileSync } from 'node:fs';
import { provenAlone } from './proven-alone.ts';

// What each circle is for, and which bugs it sees: test/README.md. What is not named here is in the wide one.

/** Journeys of `npm test`: who may do what, one for each noun, what people install, and the commands of the README. */
const JOURNEYS = [
  'test/interface/authority/authority.test.ts',
  'test/journeys/schedules/whole-way.test.ts',
  'test/journeys/controllers/controller.test.ts',
  'test/journeys/pools/pool-whole-way.test.ts',
  'test/journeys/holds/hold.test.ts',
  'test/journeys/events/events.test.ts',
  'test/journeys/webhooks/webhooks.test.ts',
  'test/journeys/people/login.test.ts',
  'test/journeys/audit/audit-log.test.ts',
  'test/journeys/nodes/two-nodes.test.ts',
  'test/journeys/store/{kill-under-load,second-process}.test.ts',
  'test/package/demo/demo.test.ts',
  'test/package/install/package.test.ts',
];
const ERRANDS = 'test/console/errands.test.ts';
const INTERFACE = ['test/interface/openapi/*.test.ts', 'test/interface/shares.test.ts'];
const LIARS = 'test/proofs/liars/*.test.ts';
const GOOD_CALLS = 'test/interface/openapi/good-calls.test.ts';
/** Statements that PostgreSQL is asked in words of its own; the others are the same text on both stores. */
const OF_POSTGRES = [
  'packages/server/src/{access/access,events/event-tail,holds/list-holds,maintenance/migrate-schema,pools/pools,sites/list-sites}.test.ts',
  'packages/server/src/alerts/conditions/firing-subjects.test.ts',
  'packages/server/src/store/**/*.test.ts',
];

const OPENS = /\/testing\/(open-|start-|sign-in-|create-test-database|make-test-place)/;
/** The tests of the server that open a store or start a part of the service: those of the store, and what imports say. */
const storeTests = globSync('packages/server/src/**/*.test.ts').filter(
  (path) => path.includes('/src/store/') || OPENS.test(readFileSync(path, 'utf8')),
);
const ofPostgres = globSync(OF_POSTGRES);
const onBoth = storeTests.filter((path) => readFileSync(path, 'utf8').includes('STORE_KINDS'));
const leftOut = ['**/node_modules/**'];
const elsewhere = [...leftOut, 'test/{model,console,proofs}/**', ...INTERFACE, ...Object.values(provenAlone).flat()];

/** By its project, which files a circle runs. */
export const circles = {
  near: {
    stores: { include: [...storeTests, ...INTERFACE], exclude: [GOOD_CALLS] },
    ofPostgres: { include: ofPostgres.filter((path) => onBoth.includes(path)) },
    journeys: { include: JOURNEYS },
    console: { include: [ERRANDS] },
  },
  wide: {
    stores: { include: onBoth.filter((path) => !ofPostgres.includes(path)) },
    goodCalls: { include: [GOOD_CALLS] },
    liars: { include: [LIARS] },
    journeys: { include: ['test/**/*.test.ts'], exclude: [...elsewhere, ...JOURNEYS] },
    ofPostgres: {
      include: ['test/interface/authority/*.test.ts', 'test/journeys/{audit/audit-log,webhooks/webhooks}.test.ts'],
    },
    console: { include: ['test/console/**/*.test.ts'], exclude: [...leftOut, ...provenAlone.pages, ERRANDS] },
  },
};
