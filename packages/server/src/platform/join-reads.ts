/**
 * Reads once for all who ask for the same thing in one turn of the event loop. A signal wakes all who wait in one
 * turn, and a read that begins in it sees what the signal tells of; one that began before might not.
 */
export function joinReads<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const reading = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = reading.get(key);
    if (known !== undefined) return known;
    if (reading.size === 0) setImmediate(() => reading.clear());
    const value = read(key);
    reading.set(key, value);
    return value;
  };
}
