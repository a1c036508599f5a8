import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

/** A key as it is kept outside: 32 bytes in base64. */
export type SecretKey = string;

/** Where a secret is stored: one that is moved elsewhere is not opened. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  /** What the row is found by. */
  readonly row: string;
}

/** Closes secrets before they are stored, and opens them again. */
export interface SecretBox {
  close(secret: string, place: SecretPlace): string;
  /**
   * Throws for what no key here opens. What was stored before there was a key is as it is, until the box has opened one
   * that was closed with all others.
   */
  open(stored: string, place: SecretPlace): string;
  /** Whether something is closed with the key in use. */
  isCurrent(stored: string): boolean;
}

export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

const MARK = 'sealed1';
// Of a store in which all were closed once: a box that opens one takes none in the clear from then on.
const MARK_OF_ALL = 'sealed2';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** The first key closes, all of them open; without any, secrets are stored as they are. */
export function createSecretBox(keys: readonly SecretKey[], areAllClosed = false): SecretBox {
  let mark = areAllClosed ? MARK_OF_ALL : MARK;
  const known = keys.map((text) => {
    const key = Buffer.from(text, 'base64');
    return { key, id: idOf(key) };
  });
  const [first] = known;
  const byId = new Map(known.map(({ id, key }) => [id, key]));
  return {
    isCurrent: (stored) => first !== undefined && stored.startsWith(`${mark}:${first.id}:`),
    close(secret, place) {
      // An empty text says that there is none.
      return first === undefined || secret === '' ? secret : close(secret, { ...first, mark, place });
    },
    open(stored, place) {
      if (!isClosed(stored)) {
        if (mark === MARK_OF_ALL && stored !== '') throw new SecretKeyError(inTheClear(place));
        return stored;
      }
      const [closedAs = '', id = '', text = ''] = stored.split(':');
      const key = byId.get(id);
      if (key === undefined) throw new SecretKeyError(missing(id, known.length));
      const secret = open(Buffer.from(text, 'base64url'), { key, id, mark: closedAs, place });
      if (closedAs === MARK_OF_ALL) mark = MARK_OF_ALL;
      return secret;
    },
  };
}

export function isClosed(stored: string): boolean {
  return stored.startsWith(`${MARK}:`) || stored.startsWith(`${MARK_OF_ALL}:`);
}

/** Whether a text is a key: base64 of 32 bytes, written in one way. */
export function isSecretKey(text: string): boolean {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text;
}

interface Closing {
  readonly key: Buffer;
  readonly id: string;
  readonly mark: string;
  readonly place: SecretPlace;
}

function close(secret: string, { key, id, mark, place }: Closing): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    contextOf({ id, mark, place }),
  );
  const closed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${mark}:${id}:${closed.toString('base64url')}`;
}

function open(closed: Buffer, { key, ...context }: Closing): string {
  const [nonce, tag] = [closed.subarray(0, NONCE_BYTES), closed.subarray(-TAG_BYTES)];
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(contextOf(context))
      .setAuthTag(tag);
    const text = decipher.update(closed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (cause) {
    const { table, column } = context.place;
    throw new SecretKeyError(`a secret in ${table}.${column} was altered, or moved from another row`, { cause });
  }
}

// As JSON, no two places are written the same.
function contextOf({ id, mark, place: { table, column, row } }: Omit<Closing, 'key'>): Buffer {
  return Buffer.from(JSON.stringify([mark, id, table, column, row]));
}

function idOf(key: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('setpoint secrets key id\n'), key])).slice(0, 16);
}

function inTheClear({ table, column, row }: SecretPlace): string {
  return (
    `a secret in ${table}.${column} (${row}) is in the clear, though all were encrypted: somebody put it there. ` +
    'Find out who can write to the store, and remove that row or restore a backup'
  );
}

function missing(id: string, keys: number): string {
  const why = keys === 0 ? 'no key is set' : 'it is none of those that are set';
  return `secrets in the store are encrypted with the key ${id}, and ${why}: SETPOINT_SECRETS_KEY_FILE must name it`;
}
