import {
  algorithmOf,
  type BerBlock,
  instantOf,
  integerOf,
  itemsOf,
  octetsOf,
  oidOf,
  rawOf,
  readBlock,
  taggedOf,
} from './ber-block.ts';

/** A time stamp token (RFC 3161 §2.4.2) in its parts, of which nothing is believed yet. */
export interface ReadTimeStamp {
  readonly at: number;
  readonly imprint: { readonly algorithm: string; readonly hash: Buffer };
  readonly nonce: bigint | undefined;
  /** What was signed, by way of the attributes. */
  readonly content: Buffer;
  readonly signer: ReadSigner;
  /** In DER. */
  readonly certificates: readonly Buffer[];
}

export interface ReadSigner {
  readonly digest: string;
  readonly algorithm: string;
  readonly signature: Buffer;
  /** The attributes as they are signed: a set in DER. */
  readonly signed: Buffer;
  readonly attributes: ReadonlyMap<string, BerBlock>;
}

const SIGNED_DATA = '1.2.840.113549.1.7.2';
export const TIME_STAMP_INFO = '1.2.840.113549.1.9.16.1.4';
const DER_SET = 0x31;

/** Throws for what is no token. */
export function readTimeStamp(token: Uint8Array): ReadTimeStamp {
  const [type, wrapped] = itemsOf(readBlock(token));
  if (oidOf(type) !== SIGNED_DATA) throw new Error('is not signed data');
  // RFC 5652 §5.1.
  const items = itemsOf(itemsOf(wrapped)[0]);
  const [, , encapsulated] = items;
  const [contentType, contentBlock] = itemsOf(encapsulated);
  if (oidOf(contentType) !== TIME_STAMP_INFO) throw new Error('is not about a time stamp');
  const content = octetsOf(itemsOf(contentBlock)[0]);
  const given = taggedOf(items, 0);
  const signers = itemsOf(items.at(-1));
  if (signers.length !== 1) throw new Error('must have one signer');
  const certificates = given === undefined ? [] : itemsOf(given).map(rawOf);
  return { ...readInfo(content), content, signer: readSigner(signers[0]), certificates };
}

function readInfo(content: Buffer): Pick<ReadTimeStamp, 'at' | 'imprint' | 'nonce'> {
  const [version, , imprint, , at, ...optional] = itemsOf(readBlock(content));
  if (integerOf(version) !== 1n) throw new Error('is of another version');
  const [algorithm, hash] = itemsOf(imprint);
  const nonce = optional.find(({ idBlock }) => idBlock.tagClass === 1 && idBlock.tagNumber === 2);
  return {
    at: instantOf(at),
    imprint: { algorithm: algorithmOf(algorithm), hash: octetsOf(hash) },
    nonce: nonce === undefined ? undefined : integerOf(nonce),
  };
}

function readSigner(block: BerBlock | undefined): ReadSigner {
  const items = itemsOf(block);
  const [, , digest, attributes, algorithm, signature] = items;
  if (attributes === undefined || attributes !== taggedOf(items, 0)) throw new Error('signs no attributes');
  // RFC 5652 §5.4: signed under the tag of a set, and not under the one that it has here.
  const signed = rawOf(attributes);
  signed[0] = DER_SET;
  return {
    digest: algorithmOf(digest),
    algorithm: algorithmOf(algorithm),
    signature: octetsOf(signature),
    signed,
    attributes: attributesOf(itemsOf(attributes)),
  };
}

function attributesOf(blocks: readonly BerBlock[]): ReadonlyMap<string, BerBlock> {
  const attributes = new Map<string, BerBlock>();
  for (const block of blocks) {
    const [type, values] = itemsOf(block);
    const [value, ...more] = itemsOf(values);
    const name = oidOf(type);
    if (value === undefined || more.length > 0 || attributes.has(name)) throw new Error('repeats an attribute');
    attributes.set(name, value);
  }
  return attributes;
}
