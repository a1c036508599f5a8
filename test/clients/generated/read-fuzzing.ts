import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { FUZZING_LIMITS } from './fuzzing-limits.ts';

interface Interaction {
  readonly request: { readonly method: string; readonly uri: string };
  readonly response: { readonly status_code: number; readonly content?: { readonly $base64?: string } } | null;
}

interface Recorder {
  readonly interactions?: Readonly<Record<string, Interaction>>;
  readonly checks?: Readonly<Record<string, readonly { readonly name: string; readonly status: string }[]>>;
}

interface Line {
  readonly ScenarioFinished?: { readonly recorder: Recorder };
  readonly NonFatalError?: { readonly value: { readonly message: string } };
}

interface Refusal {
  readonly problems?: readonly { readonly rule: string; readonly message: string }[];
  readonly message?: string;
}

/** What schemathesis did, from the report that it wrote line by line: how much it sent, and what it found. */
export async function readFuzzing(report: string) {
  let sent = 0;
  const found: string[] = [];
  for await (const text of createInterface({ input: createReadStream(report) })) {
    const { ScenarioFinished: scenario, NonFatalError: error } = lineOf(text);
    if (error !== undefined) found.push(error.value.message);
    const { interactions = {}, checks = {} } = scenario?.recorder ?? {};
    sent += Object.keys(interactions).length;
    for (const [id, each] of Object.entries(checks)) {
      for (const { name } of each.filter(({ status }) => status === 'failure'))
        found.push(...unknown(name, interactions[id]));
    }
  }
  return { sent, found };
}

/** A run that was stopped may end within a line. */
function lineOf(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return {};
  }
}

/** What an answer says that no limit explains. */
function unknown(check: string, interaction: Interaction | undefined): string[] {
  const { request, response } = interaction ?? {};
  const body = Buffer.from(response?.content?.$base64 ?? '', 'base64').toString();
  const place = `${check}: ${request?.method} ${request?.uri}: ${response?.status_code}`;
  return tellings(body)
    .filter((telling) => !FUZZING_LIMITS.some((limit) => limit.check === check && limit.tells.test(telling)))
    .map((telling) => `${place} ${telling}`);
}

function tellings(body: string): readonly string[] {
  if (!body.startsWith('{')) return [body];
  const { problems = [], message = body } = JSON.parse(body) as Refusal;
  return problems.length === 0 ? [`: ${message}`] : problems.map((problem) => `${problem.rule}: ${problem.message}`);
}
