import { AppError, KeptClient, KeptGroup, KeptPerson, KeptPool, KeptSite, RegistryDocument } from '@setpoint/contract';
import { LARGE_BODY_BYTES } from '../../http/read/read-body.ts';
import { jsonOrThrow } from '../../wire/parse-json.ts';
import { splitObjects } from '../../wire/split-objects.ts';
import { shapeOf, valueOrThrow } from '../../wire/value-or-throw.ts';

const checkWhole = valueOrThrow(RegistryDocument);
const SHAPES = {
  sites: shapeOf(KeptSite),
  pools: shapeOf(KeptPool),
  clients: shapeOf(KeptClient),
  groups: shapeOf(KeptGroup),
  persons: shapeOf(KeptPerson),
} as const;
type ListName = keyof typeof SHAPES;

const OBJECTS_PER_TURN = 50;
// A client with a hundred thousand grants.
const MOST_OBJECT_BYTES = 8 * 1_024 * 1_024;
// No site is shorter; of empty objects, the memory would be full.
const LEAST_OBJECT_BYTES = 24;
const MOST_OUTLINE_BYTES = 64 * 1_024;
const OUTLINE_BYTES_PER_OBJECT = 64;

type Turn = () => Promise<void>;

/** Reads the registry as a document; a large one object by object, and others go first in between. */
export async function readDocument(bytes: Buffer, turn: Turn): Promise<RegistryDocument> {
  if (bytes.length <= LARGE_BODY_BYTES) return checkWhole(jsonOrThrow(bytes));
  await turn();
  const { objects, outline } = await readObjects(bytes, turn);
  await turn();
  const around = jsonOrThrow(outline);
  if (typeof around !== 'object' || around === null || Array.isArray(around)) throw wrong('body: must be object');
  let next = 0;
  const document: Record<string, unknown> = { ...around };
  for (const [name, list] of Object.entries(around as Record<string, unknown>)) {
    if (!isListName(name) || !Array.isArray(list)) continue;
    const other = list.findIndex((one) => typeof one !== 'object' || one === null || Array.isArray(one));
    if (other !== -1) throw wrong(`${name}[${other}]: must be object`);
    const own = objects.slice(next, (next += list.length));
    await checkObjects(name, own, turn);
    document[name] = own;
  }
  // Of what was checked one is enough here, to check what stands around it.
  const heads = Object.entries(document).map(([name, one]) => [name, Array.isArray(one) ? one.slice(0, 1) : one]);
  checkWhole(Object.fromEntries(heads));
  return document as RegistryDocument;
}

async function readObjects(bytes: Buffer, turn: Turn) {
  const objects: unknown[] = [];
  const most = bytes.length / LEAST_OBJECT_BYTES;
  const parts = splitObjects(bytes, MOST_OBJECT_BYTES);
  let next = parts.next();
  for (; next.done !== true; next = parts.next()) {
    const part = next.value;
    if (part.kind === 'too_large') throw wrong(`one object may have at most ${MOST_OBJECT_BYTES} bytes`);
    if (part.kind === 'refused') throw new AppError('bad_request', part.reason, { cause: part.cause });
    if (part.kind === 'json' && objects.push(part.value) > most) throw wrong('body: holds too many empty objects');
    if (part.kind === 'pause' || objects.length % OBJECTS_PER_TURN === 0) await turn();
  }
  const outline = next.value;
  if (outline.length > MOST_OUTLINE_BYTES + objects.length * OUTLINE_BYTES_PER_OBJECT)
    throw wrong('body: must be an object with lists of objects');
  return { objects, outline };
}

async function checkObjects(name: ListName, objects: readonly unknown[], turn: Turn): Promise<void> {
  for (const [index, object] of objects.entries()) {
    if (index % OBJECTS_PER_TURN === 0) await turn();
    const shape = SHAPES[name](object);
    if (shape.kind === 'valid') continue;
    const { place, text } = shape.firstFault;
    throw wrong(`${name}[${index}]${place === 'body' ? '' : `.${place}`}: ${text}`);
  }
}

function isListName(name: string): name is ListName {
  return Object.hasOwn(SHAPES, name);
}

function wrong(message: string): AppError {
  return new AppError('bad_request', message);
}
