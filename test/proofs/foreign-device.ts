import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('foreign-device.py', import.meta.url));

export const FOREIGN_PACKAGES = ['pymodbus==3.16.1', 'pysunspec2==1.3.7'] as const;
export type ForeignName = 'battery' | 'roof' | 'older battery' | 'older roof';

/** What a foreign device does wrong from now on. */
export interface ForeignFaults {
  /** The exceptions that it answers with. */
  readonly refusesWrites?: number;
  readonly refusesReads?: number;
  /** Points whose writes are acknowledged and not kept, by model. */
  readonly ignores?: readonly (readonly [model: number, point: string])[];
  /** The registers obey, and the power does not. */
  readonly isStuck?: boolean;
}

export type ForeignDevice = Awaited<ReturnType<typeof startForeignDevice>>;

/** A device of pysunspec2's models, served by pymodbus in a process of its own. */
export async function startForeignDevice(python: string, name: ForeignName) {
  const child = spawn(python, [PROGRAM, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();

  async function next<Said>(): Promise<Said> {
    const { done, value } = await lines.next();
    if (done === true) throw new Error(`the ${name} has ended`);
    return JSON.parse(value) as Said;
  }
  async function ask(faults: ForeignFaults): Promise<number> {
    child.stdin.write(`${JSON.stringify(faults)}\n`);
    return (await next<{ powerKw: number }>()).powerKw;
  }
  const { port } = await next<{ port: number }>();
  return {
    port,
    async misbehave(faults: ForeignFaults) {
      await ask(faults);
    },
    powerKw: () => ask({}),
    async [Symbol.asyncDispose]() {
      const isGone = once(child, 'exit');
      child.kill();
      await isGone;
    },
  };
}
