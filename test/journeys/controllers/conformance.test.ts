import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { checkConformance } from '../../support/site/check-conformance.ts';

const BIN = fileURLToPath(new URL('../../../packages/cli/bin/setpoint.js', import.meta.url));
const REFERENCE = `${process.execPath} ${BIN} controller --config controller.json`;
// Those that do not wait for time-outs, so that they run at the pace of life. npm run prove goes through all of them.
const QUICK = ['C01', 'C02', 'C03', 'C04', 'C05', 'C06', 'C07', 'C08', 'C09', 'C16', 'C19', 'C23', 'C26', 'C30', 'C34'];

it.each(['mqtt', 'https'])(
  'setpoint conformance finds no fault in the reference controller, by %s',
  async (binding) => {
    await using folder = await makeTempDir();
    const found = await checkConformance(
      REFERENCE,
      ['--binding', binding, '--only', QUICK.join(), '--pace', '1'],
      folder.path,
    );
    expect(found).toMatchObject({ failed: [], skipped: binding === 'mqtt' ? [] : ['C34'] });
  },
);
