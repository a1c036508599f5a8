import { Agent, request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { batchText, batteryCommand } from '../run/batch-text.ts';
import { schedulesPath } from '../run/seeded-store.ts';
import type { Fleet } from './fleet.ts';
import { HOST, type Pushed, type PushPlan } from './fleet-plan.ts';

type PushLoad = PushPlan & { postPort: number };

const STAMP = /"value":(\d{8})\b/;
const TURN_MS = 5;
const LAST_WITHIN_MS = 5_000;

/** POSTs schedules at a steady pace, to one site after the other, and times each until its controller has it. */
export async function pushSchedules(fleet: Fleet, load: PushLoad): Promise<Pushed> {
  const agent = new Agent({ keepAlive: true });
  const sentAt = new Map<number, number>();
  const latencies: number[] = [];
  const faults: string[] = [];
  fleet.onSnapshot = (_siteId, bytes) => {
    const arrivedAt = performance.now();
    const stamp = Number(STAMP.exec(bytes.toString('latin1'))?.[1]);
    const since = sentAt.get(stamp);
    if (since === undefined || !sentAt.delete(stamp)) return;
    if (stamp >= measuredFrom) latencies.push(arrivedAt - since);
  };
  const total = Math.round((load.perSecond * (load.warmUpMs + load.measureMs)) / 1_000);
  const measuredFrom = load.firstStamp + Math.round((load.perSecond * load.warmUpMs) / 1_000);
  const startedAt = performance.now();
  for (let sent = 0; sent < total; await after(TURN_MS)) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * load.perSecond) / 1_000));
    for (; sent < due; sent += 1) post(sent);
  }
  for (const until = performance.now() + LAST_WITHIN_MS; sentAt.size > 0 && performance.now() < until;) await after(50);
  agent.destroy();
  fleet.check();
  if (sentAt.size > 0) throw new Error(`${sentAt.size} schedules did not reach their controllers`);
  if (faults.length > 0) throw new Error(`${faults.length} wrong answers: ${faults[0]}`);
  latencies.sort((a, b) => a - b);
  return {
    count: latencies.length,
    p50Ms: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    nextStamp: load.firstStamp + total,
  };

  function post(number: number): void {
    const stamp = load.firstStamp + number;
    const siteId = fleet.sites[number % fleet.sites.length]?.siteId ?? '';
    const body = batchText([batteryCommand(stamp)]);
    const headers = {
      authorization: `Bearer ${load.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const options = { host: HOST, port: load.postPort, path: schedulesPath(siteId), method: 'POST', agent, headers };
    sentAt.set(stamp, performance.now());
    const posted = request(options, (response) => {
      if (response.statusCode !== 201) faults.push(`status ${response.statusCode}`);
      response.resume();
    });
    posted.on('error', (cause) => void faults.push(cause.message));
    posted.end(body);
  }
}
