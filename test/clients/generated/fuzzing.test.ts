import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PATHS } from '@setpoint/contract';
import { ifThere } from '@setpoint/server/testing/unless';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveTests } from '../../support/service/serve-tests.ts';
import { withNameServer } from '../../journeys/webhooks/with-name-server.ts';
import { findSchemathesis, mayFetch } from './find-generators.ts';
import { fuzzedWorld } from './fuzzed-world.ts';
import { readFuzzing } from './read-fuzzing.ts';

const REQUESTS = 20_000;
const WITHIN_MS = 480_000;
// For each operation and phase; with what the document itself asks for, that makes more than 20,000.
const EXAMPLES = '160';

const env = {
  // Nobody answers there: whatever a request makes up, nothing is sent to it.
  NODE_OPTIONS: withNameServer('127.0.0.1:9'),
  SETPOINT_SHARES: 'failed-auth-per-minute=1000000,key-calls-per-minute=1000000',
};

describe(
  'schemathesis finds nothing in the service that the document does not say',
  ifThere(mayFetch, 'schemathesis'),
  () => {
    let schemathesis: string;
    const serving = serveTests({ env });
    let config: string;
    let secrets: Readonly<Record<string, string>>;

    beforeAll(async () => {
      schemathesis = await findSchemathesis();
      const { ids, controllerKey } = await fuzzedWorld(serving.operator);
      secrets = { SETPOINT_TOKEN: serving.token, SETPOINT_CONTROLLER_KEY: controllerKey };
      const dictionaries = Object.entries(ids).map(
        ([name, values]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify([values].flat())}\n`,
      );
      config = join(serving.folder, 'schemathesis.toml');
      const shared = await readFile(new URL('schemathesis.toml', import.meta.url), 'utf8');
      await writeFile(config, [shared, ...dictionaries].join('\n'));
    });

    it('over 20,000 requests, or as many as eight minutes allow', async () => {
      const report = join(serving.folder, 'report.ndjson');
      const isStopped = await fuzz(report);
      const { sent, found } = await readFuzzing(report);
      process.stdout.write(`schemathesis sent ${sent} requests${isStopped ? ' in the time that it has' : ''}\n`);
      expect([...new Set(found)].slice(0, 40)).toEqual([]);
      expect(isStopped || sent >= REQUESTS, `${sent} requests`).toBe(true);
      // It could ask until the end.
      expect((await serving.operator.ask(PATHS.fleetMe)).status).toBe(200);
    });

    /** Whether it was stopped before it was done. */
    async function fuzz(report: string): Promise<boolean> {
      const { service, folder } = serving;
      const document = `${service.url}/openapi.json`;
      const options = ['--max-examples', EXAMPLES, '--report', 'ndjson', '--report-ndjson-path', report];
      const child = spawn(schemathesis, ['--config-file', config, 'run', document, '--url', service.url, ...options], {
        cwd: folder,
        env: { ...process.env, ...secrets },
        stdio: 'ignore',
        timeout: WITHIN_MS,
        killSignal: 'SIGINT',
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const startedAt = Date.now();
      await once(child, 'exit');
      return Date.now() - startedAt >= WITHIN_MS;
    }
  },
);
