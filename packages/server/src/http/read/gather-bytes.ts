// Below this, joining the parts at the end costs nothing worth sparing.
const LARGE_BYTES = 1_048_576;
// A caller that names a length and sends nothing takes no room for it.
const ARRIVED_PART = 4;

/** The parts of a body until it is whole. */
export interface Gathering {
  add(part: Buffer): void;
  whole(): Buffer;
}

/** Gathers the parts of a body; a large one of a known length goes to its place as it arrives, and is never there twice. */
export function gatherBytes(length: number): Gathering {
  let parts: Buffer[] = [];
  let place: Buffer | undefined;
  let bytes = 0;
  function put(part: Buffer, at: number): number {
    return at + (place === undefined ? part.length : part.copy(place, at));
  }
  return {
    add(part) {
      if (place === undefined) parts.push(part);
      bytes = put(part, bytes);
      if (place !== undefined || length < LARGE_BYTES || bytes * ARRIVED_PART < length) return;
      place = Buffer.allocUnsafeSlow(length);
      parts.reduce((at, each) => put(each, at), 0);
      parts = [];
    },
    whole() {
      if (place !== undefined) return place.subarray(0, bytes);
      return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    },
  };
}
