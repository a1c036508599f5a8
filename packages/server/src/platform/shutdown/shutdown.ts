/** How far a process is on its way out. */
export interface Shutdown {
  /** It serves as before, but says, when asked, that new requests should go elsewhere. */
  isDraining(): boolean;
  /** It takes nothing new. */
  isStopping(): boolean;
  /** Resolves once load balancers had the time to see it. */
  drain(): Promise<void>;
}

export function createShutdown(drainMs: number): Shutdown {
  let stage: 'running' | 'draining' | 'stopping' = 'running';
  return {
    isDraining: () => stage !== 'running',
    isStopping: () => stage === 'stopping',
    async drain() {
      stage = 'draining';
      if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
      stage = 'stopping';
    },
  };
}
