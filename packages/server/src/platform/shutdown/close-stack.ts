type Close = () => unknown;

// What hangs then is a database that does not answer, and nothing that a caller waits for.
const PATIENCE_MS = 8_500;

/** What was opened, and how to close it in the opposite order. */
export interface CloseStack {
  /** Notes how to close what was just opened. */
  add(close: Close): void;
  /** Closes everything, the newest first, and resolves after a while even if something hangs. */
  unwind(): Promise<void>;
}

export function createCloseStack(patienceMs = PATIENCE_MS): CloseStack {
  const opened: Close[] = [];
  let unwound: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
      try {
        await close();
      } catch (cause) {
        // It must not keep open what was opened before it.
        failures.push(cause);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed');
  }
  async function withPatience(): Promise<void> {
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, patienceMs);
    await Promise.race([closeAll(), patience.promise]).finally(() => clearTimeout(timer));
  }
  return {
    add: (close) => void opened.push(close),
    unwind: () => (unwound ??= withPatience()),
  };
}
