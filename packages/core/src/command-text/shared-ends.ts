const CHUNKS = [4_096, 1_024, 256, 64];

/** How many characters two texts share at their start, and how many of the rest at their end. */
export function sharedEnds(one: string, other: string): { readonly start: number; readonly end: number } {
  const most = Math.min(one.length, other.length);
  const start = sharedStart(one, other, most);
  return { start, end: sharedEnd(one, other, most - start) };
}

// Slices are compared at the speed of memory; single characters only within the last and smallest of them.
function sharedStart(one: string, other: string, most: number): number {
  let at = 0;
  for (const size of CHUNKS) {
    while (at + size <= most && one.slice(at, at + size) === other.slice(at, at + size)) at += size;
  }
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function sharedEnd(one: string, other: string, most: number): number {
  let at = 0;
  for (const size of CHUNKS) {
    while (at + size <= most && before(one, at, size) === before(other, at, size)) at += size;
  }
  while (at < most && one.charCodeAt(one.length - 1 - at) === other.charCodeAt(other.length - 1 - at)) at += 1;
  return at;
}

function before(text: string, fromEnd: number, size: number): string {
  return text.slice(text.length - fromEnd - size, text.length - fromEnd);
}
