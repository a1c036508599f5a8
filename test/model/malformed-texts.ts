const entry = '{"startAt":"2026-03-29T00:00:00Z","endAt":"2026-03-29T01:00:00Z","value":5}';

const command = `{"asset":"grid","type":"activePowerkW","entries":[${entry}]}`;

const wellFormed = `{"schedules":[${command}]}`;

function withValue(literal: string): string {
  return wellFormed.replace('"value":5', `"value":${literal}`);
}

/** Request texts that are no acceptable JSON, though a lenient reader would make sense of many. */
export const malformedTexts: readonly string[] = [
  '',
  ' ',
  'null',
  '5',
  '{',
  '{"schedules":',
  wellFormed.slice(0, -1),
  `${wellFormed},`,
  `${wellFormed} {}`,
  `{"schedules":[${command},]}`,
  `{schedules:[${command}]}`,
  wellFormed.replaceAll('"', "'"),
  `/* now */ ${wellFormed}`,
  `{"schedules":[],"schedules":[${command}]}`,
  `{"schedules":[${command}],"schedules":[${command}]}`,
  `{"schedules":[${command}],"sched\\u0075les":[${command}]}`,
  wellFormed.replace('"asset"', '"asset":"grid","asset"'),
  wellFormed.replace('"entries"', '"entries":[],"entries"'),
  withValue('5,"value":5'),
  withValue('5,"__proto__":{}'),
  withValue('1e400'),
  withValue('-1e400'),
  withValue('NaN'),
  withValue('Infinity'),
  withValue('+5'),
  withValue('05'),
  withValue('.5'),
  withValue('5.'),
  withValue('0x5'),
  withValue('1_000'),
  wellFormed.replace('"grid"', '"grid\\u0000"'),
  wellFormed.replace('"grid"', '"grid\\ud800"'),
  wellFormed.replace('"grid"', '"grid\n"'),
  `${'['.repeat(9)}${']'.repeat(9)}`,
  `{"schedules":${'['.repeat(5000)}${']'.repeat(5000)}}`,
];
