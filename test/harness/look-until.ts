const PAUSE_MS = 50;

/** Looks again and again until it is so. In between the processor is left to those who are looked at. */
export async function lookUntil<Value>(look: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
