import { onTestFinished } from 'vitest';
import { type LineFaults, openByteProxy } from './open-byte-proxy.ts';

/** For tests: a line to a device, until the test is over. */
export async function startByteProxy(devicePort: number, faulty: Partial<LineFaults> = {}) {
  const proxy = await openByteProxy(devicePort, faulty);
  onTestFinished(() => proxy.close());
  return proxy;
}
