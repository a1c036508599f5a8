import { json } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { runConnection } from './run-connection.ts';
import type { LoadedServer, LoadPlan, LoadResult } from './load-plan.ts';
import { cpuMicrosOf } from './cpu-micros-of.ts';
import { requestsOf, targetsOf, type Target } from './requests-of.ts';

const FAULTS_NAMED = 5;

async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const targets = targetsOf(plan);
  const latencies: number[] = [];
  const lastStamps = new Map<string, number[]>();
  const faults: string[] = [];
  let faultCount = 0;
  let answered = 0;
  let measuring = false;
  let stopping = false;
  let stamp = plan.body?.firstStamp ?? 0;

  const connection = async (number: number): Promise<void> => {
    const mine = shareOf(targets, number, plan.connections);
    const requestFor = requestsOf(plan, () => stamp++);
    const acknowledged = new Map<Target, number>();
    let at = 0;
    let target: Target | undefined;
    let sentStamp = 0;

    const next = () => {
      target = stopping ? undefined : mine[at];
      if (target === undefined) return undefined;
      at = (at + 1) % mine.length;
      const request = requestFor(target);
      sentStamp = request.stamp;
      return request;
    };
    const onAnswer = (status: number, sameBytes: boolean, elapsedMs: number): void => {
      answered += 1;
      if (measuring) latencies.push(elapsedMs);
      if (status === plan.expectStatus && sameBytes) {
        if (target) acknowledged.set(target, sentStamp);
        return;
      }
      faultCount += 1;
      const fault = status === plan.expectStatus ? 'other bytes than stored' : `status ${status}`;
      if (faults.length < FAULTS_NAMED) faults.push(`${plan.method} ${target?.path}: ${fault}`);
    };
    await runConnection({ ...serverOf(plan, number), next, onAnswer });
    for (const [{ path }, last] of acknowledged) lastStamps.set(path, [...(lastStamps.get(path) ?? []), last]);
  };

  const connections = Promise.all(Array.from({ length: plan.connections }, (_, number) => connection(number)));
  const measured = (async () => {
    await after(plan.warmUpMs);
    const begin = readCpu(plan);
    measuring = true;
    await after(plan.measureMs);
    measuring = false;
    const end = readCpu(plan);
    stopping = true;
    return usageBetween(begin, end);
  })();
  const [usage] = await Promise.all([measured, connections]);

  latencies.sort((a, b) => a - b);
  return {
    ratePerSecond: (latencies.length / usage.elapsedMicros) * 1e6,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    serverMicrosPerRequest: usage.serverMicros / latencies.length,
    answered,
    nextStamp: stamp,
    lastStamps: plan.body ? Object.fromEntries(lastStamps) : {},
    faultCount,
    faults,
  };
}

function serverOf({ servers }: LoadPlan, number: number): LoadedServer {
  const server = servers[number % servers.length];
  if (server === undefined) throw new Error('a load needs a server');
  return server;
}

// With fewer targets than connections, several connections share a target.
function shareOf(targets: Target[], number: number, connections: number): Target[] {
  return targets.filter((_, index) => index % connections === number % Math.min(connections, targets.length));
}

interface CpuReading {
  at: number;
  server: number;
}

function readCpu({ servers }: LoadPlan): CpuReading {
  return {
    at: performance.now(),
    server: servers.reduce((sum, { pid }) => sum + cpuMicrosOf(pid), 0),
  };
}

function usageBetween(begin: CpuReading, end: CpuReading) {
  return {
    elapsedMicros: (end.at - begin.at) * 1000,
    serverMicros: end.server - begin.server,
  };
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const plan = (await json(process.stdin)) as LoadPlan;
process.stdout.write(JSON.stringify(await runLoad(plan)));
