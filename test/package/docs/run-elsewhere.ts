/** Blocks of the docs that run elsewhere, or show what is tested there: how each begins, and where. */
export const RUN_ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  backup: {
    'setpoint backup --to': 'test/clients/command-line/command-line-alone.test.ts',
    'litestream replicate': 'test/journeys/store/litestream.test.ts',
    'litestream restore': 'test/journeys/store/litestream.test.ts',
    'SETPOINT_DATA_DIR=./data setpoint raise-epoch': 'test/journeys/store/litestream.test.ts',
    'setpoint raise-epoch': 'test/clients/command-line/command-line-alone.test.ts',
  },
  'command-line': { 'export SETPOINT_URL': 'docs/learn/python.md' },
  configuration: { 'export SETPOINT_ISSUERS': 'packages/server/src/read-config.test.ts' },
  conformance: { 'setpoint conformance': 'test/journeys/controllers/conformance.test.ts' },
  controllers: {
    'python3 -m venv': 'test/journeys/controllers/conformance.test.ts',
    '[Service]': 'docs/learn/install.md',
  },
  events: {
    'for event in': 'clients/python/tests/test_guide.py',
    'for await': 'test/clients/sdk/runtimes.test.ts',
  },
  following: { 'setpoint site following': 'test/journeys/schedules/site-outlook.test.ts' },
  install: { '': 'test/package/deploy/install-by-npm.test.ts' },
  pools: {
    mosquitto_pub: 'test/journeys/controllers/mosquitto.test.ts',
    'setpoint events': 'docs/look-up/events.md',
  },
  python: { '': 'test/clients/python/python-client.test.ts' },
  reliability: { 'npm run prove': 'test/proofs/proofs.ts' },
  scaling: {
    'export DATABASE_URL_FILE': 'test/clients/command-line/command-line-alone.test.ts',
    'CREATE ROLE': 'test/proofs/prove-failover.ts',
    defaults: 'test/proofs/prove-rolling-restart.ts',
  },
  'sign-in': {
    'setpoint login': 'test/journeys/people/login.test.ts',
    'setpoint client add "Desk app"': 'test/journeys/people/login.test.ts',
    'curl -fsS $SETPOINT/oauth/token -u': 'test/journeys/people/login.test.ts',
  },
  sunspec: { 'setpoint controller': 'packages/controller/src/config/parse-controller-config.test.ts' },
  troubleshooting: { 'setpoint operator reset': 'packages/server/src/maintenance/reset-operator.test.ts' },
  'trying-faults': { 'cat > faults.json': 'test/journeys/controllers/faults.test.ts' },
  typescript: { '': 'test/clients/sdk/runtimes.test.ts' },
  upgrading: {
    'systemctl stop setpoint': 'test/package/upgrade/side-by-side.test.ts',
    'npm install --global': 'test/package/deploy/install-by-npm.test.ts',
    'systemctl start setpoint': 'test/package/deploy/unit.test.ts',
    'setpoint health --wait': 'packages/cli/src/health/health-command.test.ts',
    'npm audit signatures': '.github/workflows/release.yml',
  },
};
