/** How to reach a service. */
export interface Endpoint {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The longest wait for an answer; 30 s if left out. */
  readonly timeoutMs?: number | undefined;
  /** Another `fetch`, for example one that uses a proxy. */
  readonly fetch?: typeof globalThis.fetch;
}
