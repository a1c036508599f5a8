import { inspect, parseArgs } from 'node:util';
import { endTogether } from './end-together.ts';
import { proofs } from './proofs.ts';
import { type Counts, runSuite, suites } from './suites.ts';
import { type ProofOptions, type Report, writeReport } from './write-report.ts';

const MOST_FAULTS_SHOWN = 40;
const ALL = [...suites.keys(), ...proofs.keys()];

const USAGE = `npm run prove -- [NAME …] [--seconds N] [--only PART …]\n\nWithout a name, all of:\n  ${ALL.join('\n  ')}\n`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, only: { type: 'string', multiple: true }, help: { type: 'boolean' } },
});
if (values.help === true) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const names = positionals.length === 0 ? ALL : positionals;
const unknown = names.filter((name) => !ALL.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no proof "${unknown.join('", "')}".\n${USAGE}`);
  process.exit(64);
}

const show = (text: string) => void process.stdout.write(text);
const say = (line: string) => show(`${line}\n`);
endTogether();
const counts: Counts[] = [];
for (const name of names) {
  say(`\n--- ${name}`);
  counts.push(await prove(name));
}
const sum = (what: keyof Counts) => counts.reduce((total, each) => total + each[what], 0);
const skipped = sum('skipped');
say(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = sum('failed') === 0 ? 0 : 1;

/** A suite counts its tests, a long run counts as one. */
async function prove(name: string): Promise<Counts> {
  const suite = suites.get(name);
  if (suite !== undefined) return await runSuite(suite, show);
  const proof = proofs.get(name);
  if (proof === undefined) throw new Error(`there is no proof ${name}`);
  const failed = (cause: unknown): Report => ({ facts: [], faults: [inspect(cause)] });
  const report = await proof(say, optionsOf(values)).catch(failed);
  const { facts, faults, skipped: why } = report;
  // A part of a proof is for looking at; the document holds whole ones, and keeps the last where there is none.
  const isDone = facts.length + faults.length > 0;
  if (isDone && values.only === undefined) await writeReport(name, report, new Date());
  say(faults.length === 0 ? (why ?? 'holds') : faults.slice(0, MOST_FAULTS_SHOWN).join('\n'));
  if (faults.length > 0) return { passed: 0, failed: 1, skipped: 0 };
  return facts.length === 0 ? { passed: 0, failed: 0, skipped: 1 } : { passed: 1, failed: 0, skipped: 0 };
}

function optionsOf({ seconds, only }: typeof values): ProofOptions {
  return {
    ...(seconds === undefined ? {} : { seconds: Number(seconds) }),
    ...(only === undefined ? {} : { only }),
  };
}
