/** Options of every call, as its last argument or among its options. */
export interface CallOptions {
  /** Ends the call: it fails with the code `aborted`. A stream ends without an error. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest wait for an answer, each time that the call is sent, in the place of that of the client. Of a stream, the
   * longest silence before it connects again; 45 s if left out.
   */
  readonly timeoutMs?: number | undefined;
}
