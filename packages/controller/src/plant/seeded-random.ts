export interface Random {
  /** In [0, 1). */
  uniform(): number;
  /** Mean 0, standard deviation 1. */
  normal(): number;
}

/**
 * sfc32: 128 bits of state, fast in 32-bit integers and without known statistical defects at this scale.
 * Each device draws from a stream of its own, so that adding a device leaves the others' day as it was.
 */
export function seededRandom(seed: number, stream: string): Random {
  const nextSeed = splitmix32(seed ^ hashText(stream));
  let [a, b, c, counter] = [nextSeed(), nextSeed(), nextSeed(), 1];

  const uniform = (): number => {
    const mixed = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return (mixed >>> 0) / 0x1_0000_0000;
  };
  for (let round = 0; round < 12; round += 1) uniform();

  // Box-Muller makes two at a time; 1 - u keeps the logarithm away from 0.
  let spare: number | null = null;
  const normal = (): number => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { uniform, normal };
}

/** Spreads one seed over many words: neighbouring seeds must not give neighbouring states. */
function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x21f0_aaad);
    word ^= word >>> 15;
    word = Math.imul(word, 0x735a_2d97);
    return word ^ (word >>> 15);
  };
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  return hash | 0;
}
