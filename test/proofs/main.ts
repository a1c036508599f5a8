import { proofs } from './proofs.ts';
import { writeReport } from './write-report.ts';

const [name = '', ...rest] = process.argv.slice(2);
const proof = proofs.get(name);
if (proof === undefined || rest.length > 0) {
  process.stderr.write(`node test/proofs/main.ts <${[...proofs.keys()].join(' | ')}>\n`);
  process.exit(64);
}
const report = await proof((line) => process.stdout.write(`${line}\n`));
await writeReport(name, report, new Date());
process.stdout.write(report.faults.length === 0 ? 'holds\n' : `${report.faults.slice(0, 20).join('\n')}\n`);
process.exitCode = report.faults.length === 0 ? 0 : 1;
