import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { STAMP_DIGITS, type LoadPlan } from './load-plan.ts';
import { type ExpectedBody, sameBytes, sameChecksum } from './body-check.ts';
import type { Request } from './run-connection.ts';

const FEW = 100;

export interface Target {
  path: string;
  head: Buffer;
  expected: ExpectedBody | undefined;
}

export function targetsOf(plan: LoadPlan): Target[] {
  const bodies = plan.expectBodies && readFileSync(plan.expectBodies.file);
  const lengths = plan.expectBodies?.lengths ?? [];
  let from = 0;
  return plan.paths.map((path, index) => {
    const to = from + (lengths[index] ?? 0);
    const body = bodies?.subarray(from, to);
    const expected = body && (plan.paths.length > FEW ? sameChecksum(body) : sameBytes(body));
    from = to;
    return { path, head: headOf(plan, path), expected };
  });
}

function headOf(plan: LoadPlan, path: string): Buffer {
  const headers: Record<string, string | number> = { host: hostOf(plan), ...plan.headers };
  if (plan.body) headers['content-length'] = Buffer.byteLength(plan.body.text);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${plan.method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

// Any of the servers takes a request for the first.
function hostOf({ servers: [first] }: LoadPlan): string {
  return `${first?.host}:${first?.port}`;
}

/** The requests of one connection. Its one body buffer is stamped in place: the last one was answered, so it has left. */
export function requestsOf(plan: LoadPlan, nextStamp: () => number): (target: Target) => Request & { stamp: number } {
  if (!plan.body) return (target) => ({ bytes: [target.head], expected: target.expected, stamp: 0 });
  const body = Buffer.from(plan.body.text);
  const { stampAt } = plan.body;
  return (target) => {
    const stamp = nextStamp();
    body.write(String(stamp), stampAt, STAMP_DIGITS, 'latin1');
    return { bytes: [target.head, body], expected: target.expected, stamp };
  };
}
