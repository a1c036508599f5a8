import { runSetpoint } from '../../support/service/run-setpoint.ts';

// Twice as fast as in life, unless told otherwise: the faster, the sooner a controller gives up a busy service.
const FAST = ['--pace', '2', '--slack', '10', '--side-by-side', '5', '--kills', '3'];

/** What `setpoint conformance` finds in a controller that a command starts; HOME is a folder of the test. */
export async function checkConformance(command: string, args: readonly string[], home: string) {
  const environment = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '', HOME: home };
  const run = ['conformance', '--json', '--command', command, ...FAST, ...args];
  const { code, out } = await runSetpoint(run, environment);
  const { results, verdict, files } = JSON.parse(out) as {
    readonly results: readonly {
      readonly id: string;
      readonly finding: { readonly kind: string; readonly because?: string };
    }[];
    readonly verdict: string;
    readonly files: readonly string[];
  };
  const skipped = results.filter(({ finding }) => finding.kind === 'skip').map(({ id }) => id);
  const failed = results.filter(({ finding }) => finding.kind === 'fail').map(({ id, finding }) => [id, finding]);
  return { failed, code, verdict, skipped, files };
}
