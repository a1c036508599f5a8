import { Agent, get } from 'node:http';
import { sitePath } from './seeded-store.ts';
import type { Setpoint } from './start-setpoint.ts';

export interface ReadProbe {
  /** Ends the probe; the 99th percentile of what it measured, and of how many. */
  end(): Promise<{ p99Ms: number; count: number }>;
}

const EVERY_MS = 10;
const ANSWER_WITHIN_MS = 60_000;

/** Reads one site a hundred times a second, whether or not the reads before were answered, and times each. */
export function probeReads(setpoint: Setpoint, siteId: string): ReadProbe {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${setpoint.token}` };
  const reads: Promise<number>[] = [];
  const timer = setInterval(() => reads.push(read()), EVERY_MS);

  function read(): Promise<number> {
    const sentAt = performance.now();
    return new Promise((resolve, reject) => {
      const options = { host: setpoint.url.hostname, port: setpoint.url.port, path: sitePath(siteId), agent, headers };
      const asked = get({ ...options, timeout: ANSWER_WITHIN_MS }, (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - sentAt);
          else reject(new Error(`a read was answered with ${response.statusCode}`));
        });
      });
      asked.on('timeout', () => asked.destroy(new Error('a read was not answered')));
      asked.on('error', reject);
    });
  }

  return {
    async end() {
      clearInterval(timer);
      const latencies = (await Promise.all(reads)).toSorted((a, b) => a - b);
      agent.destroy();
      return { p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN, count: latencies.length };
    },
  };
}
