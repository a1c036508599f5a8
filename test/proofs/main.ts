import { parseArgs } from 'node:util';
import { endTogether } from './end-together.ts';
import { proofs } from './proofs.ts';
import { writeReport } from './write-report.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, only: { type: 'string' } },
});
const [name = '', ...rest] = positionals;
const proof = proofs.get(name);
if (proof === undefined || rest.length > 0) {
  process.stderr.write(`node test/proofs/main.ts <${[...proofs.keys()].join(' | ')}> [--seconds N] [--only …]\n`);
  process.exit(64);
}
endTogether();
const only = values.only?.split(',');
const report = await proof((line) => process.stdout.write(`${line}\n`), {
  ...(values.seconds === undefined ? {} : { seconds: Number(values.seconds) }),
  ...(only === undefined ? {} : { only }),
});
// A part of a proof is for looking at; the document holds whole ones.
if (only === undefined) await writeReport(name, report, new Date());
process.stdout.write(report.faults.length === 0 ? 'holds\n' : `${report.faults.slice(0, 40).join('\n')}\n`);
process.exitCode = report.faults.length === 0 ? 0 : 1;
