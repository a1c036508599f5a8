/** How to reach a service. */
export interface Endpoint {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Longest wait for an answer; 30 s when left out. */
  readonly timeoutMs?: number;
  /** Another `fetch`, such as one with an agent of its own. */
  readonly fetch?: typeof globalThis.fetch;
}
