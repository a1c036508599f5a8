import { type BaseBlock, Constructed, fromBER, GeneralizedTime, Integer, ObjectIdentifier, OctetString } from 'asn1js';

export type BerBlock = BaseBlock;

// A token with its certificates has some hundred values, ten deep.
const LIMITS = { maxDepth: 40, maxNodes: 5_000, maxContentLength: 256 * 1_024 } as const;
const CONTEXT_CLASS = 3;

/** Reads one value and nothing behind it; throws for what is none. */
export function readBlock(bytes: Uint8Array): BerBlock {
  // A copy, as the parser wants a buffer of its own.
  const { offset, result } = fromBER(Uint8Array.from(bytes), LIMITS);
  if (offset !== bytes.length) throw new Error('is not one value of ASN.1');
  return result;
}

export function itemsOf(block: BerBlock | undefined): readonly BerBlock[] {
  if (block instanceof Constructed) return block.valueBlock.value;
  throw new Error('lacks a sequence');
}

/** What stands under a tag of its own, [0] or [1]. */
export function taggedOf(items: readonly BerBlock[], tag: number): BerBlock | undefined {
  return items.find(({ idBlock }) => idBlock.tagClass === CONTEXT_CLASS && idBlock.tagNumber === tag);
}

export function oidOf(block: BerBlock | undefined): string {
  if (block instanceof ObjectIdentifier) return block.getValue();
  throw new Error('lacks an object identifier');
}

/** The name of an algorithm, whatever its parameters are. */
export function algorithmOf(block: BerBlock | undefined): string {
  return oidOf(itemsOf(block)[0]);
}

export function octetsOf(block: BerBlock | undefined): Buffer {
  if (block instanceof OctetString) return Buffer.from(block.getValue());
  throw new Error('lacks an octet string');
}

export function integerOf(block: BerBlock | undefined): bigint {
  if (block instanceof Integer) return block.toBigInt();
  throw new Error('lacks an integer');
}

export function instantOf(block: BerBlock | undefined): number {
  const at = block instanceof GeneralizedTime ? block.toDate().getTime() : Number.NaN;
  if (Number.isNaN(at)) throw new Error('lacks an instant');
  return at;
}

/** The bytes as they came, with which a signature is compared. */
export function rawOf(block: BerBlock): Buffer {
  return Buffer.from(block.valueBeforeDecodeView);
}
