import { fileURLToPath } from 'node:url';

/** The program that tests start: in a run the one installed from the package, else that of the sources. */
export const PROGRAM =
  process.env['SETPOINT_TEST_PROGRAM'] ??
  fileURLToPath(new URL('../../../packages/cli/bin/setpoint.js', import.meta.url));
