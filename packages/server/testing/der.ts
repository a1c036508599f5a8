/** Tags of X.690. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
};

/** For tests: one value of ASN.1 in its bytes. */
export function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long = length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...long]), content]);
}

export function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, Buffer.concat(parts));
}

/** The first two numbers in one byte, the others in seven bits each, the highest first. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((number) => {
    const sevens = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) sevens.unshift((left & 0x7f) | 0x80);
    return sevens;
  });
  return der(TAG.oid, Buffer.from([first * 40 + second, ...bytes]));
}

export function time(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return der(TAG.time, Buffer.from(`${digits}Z`));
}

/** RFC 7468. */
export function pemOf(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
