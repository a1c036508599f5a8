import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { productFiles } from './read-imports.ts';
import { levelsOf } from './place-of.ts';
import { HOUSES } from './rooms.ts';
import { TABLES, UPWARD_READS, type UpwardReads } from './tables.ts';

/** Which rooms write a table of the store, and which read it. */
export interface TableUse {
  readonly table: string;
  readonly owner: string | undefined;
  readonly writers: readonly string[];
  readonly readers: readonly string[];
  /** The files that write it outside of its owner. */
  readonly foreign: readonly string[];
}

interface Use {
  readonly table: string;
  readonly room: string;
  readonly file: string;
  readonly isWrite: boolean;
}

const WRITE = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|insert|put|updateBy|removeBy|forgetRows)\(\s*'(\w+)/g;
const READ = /\b(?:selectFrom|innerJoin|leftJoin|from|readBy)\(\s*'(\w+)/g;
const READ_IN_SQL = /\b(?:FROM|JOIN) (\w+)/g;
// They make the tables, and know no room.
const ENGINE = ['store/migrations/', 'store/postgres/', 'store/sqlite/'];

const FOLDER = 'packages/server/src';

/** The use of each table that a room owns or writes, in the order of their names. */
export function tableUses(uses = productFiles(FOLDER).flatMap(usesOf)): TableUse[] {
  const owners = new Map(Object.entries(TABLES).flatMap(([room, tables]) => tables.map((table) => [table, room])));
  const tables = new Set([...owners.keys(), ...uses.filter(({ isWrite }) => isWrite).map(({ table }) => table)]);
  return [...tables].toSorted().map((table) => {
    const own = uses.filter((use) => use.table === table);
    const writes = own.filter(({ isWrite }) => isWrite);
    const roomsOf = (some: readonly Use[]) => [...new Set(some.map(({ room }) => room))].toSorted();
    const [only, another] = roomsOf(writes);
    const owner = owners.get(table) ?? (another === undefined ? only : undefined);
    return {
      table,
      owner,
      writers: roomsOf(writes),
      readers: roomsOf(own.filter(({ isWrite }) => !isWrite)),
      foreign: [...new Set(writes.filter(({ room }) => room !== owner).map(({ file }) => file))],
    };
  });
}

function usesOf(file: string): Use[] {
  const path = relative(FOLDER, file);
  const [room = ''] = path.split('/');
  if (room === path || ENGINE.some((part) => path.startsWith(part))) return [];
  return usesIn(readFileSync(file, 'utf8'), { room, file });
}

/** What a file says that it reads and writes. */
export function usesIn(text: string, { room, file }: Pick<Use, 'room' | 'file'>): Use[] {
  const found = (pattern: RegExp, isWrite: boolean) =>
    [...text.matchAll(pattern)].map(([, table = '']) => ({ table, room, file, isWrite }));
  return [...found(WRITE, true), ...found(READ, false), ...found(READ_IN_SQL, false)];
}

/** Writes outside of the room that owns the table, and tables that no room owns. */
export function findForeignWrites(uses: readonly TableUse[]): string[] {
  return uses.flatMap(({ table, owner, foreign }) =>
    owner === undefined
      ? [`several rooms write ${table}, and none owns it: scripts/tables.ts`]
      : foreign.map((file) => `${file} writes ${table}, which ${owner} owns: give ${owner} a door for it`),
  );
}

/** What the ground reads of tables of the rooms above it, but for what is listed; and what is listed for nothing. */
export function findUpwardReads(uses: readonly TableUse[], listed: readonly UpwardReads[] = UPWARD_READS): string[] {
  const found = uses.flatMap(({ table, owner = '', readers }) =>
    readers.filter((room) => isAboveGround(room, owner)).map((room) => ({ room, table, owner })),
  );
  const allowed = listed.flatMap(({ room, tables }) => tables.map((table) => ({ room, table })));
  const without = (all: readonly RoomAndTable[], { room, table }: RoomAndTable) =>
    !all.some((one) => one.room === room && one.table === table);
  return [
    ...found
      .filter((one) => without(allowed, one))
      .map(({ room, table, owner }) => `${room} reads ${table}, which ${owner} above it owns: give ${room} a function`),
    ...allowed
      .filter((one) => without(found, one))
      .map(({ room, table }) => `${room} does not read ${table} from above: take it out of scripts/tables.ts`),
  ];
}

type RoomAndTable = Pick<Use, 'room' | 'table'>;

function isAboveGround(room: string, owner: string): boolean {
  const [house] = HOUSES.filter(({ folder }) => folder === FOLDER);
  if (house === undefined || !house.ground.some(({ name }) => name === room)) return false;
  const levelOf = (wanted: string) => levelsOf(house).find(({ name }) => name === wanted)?.level ?? 0;
  return levelOf(owner) > levelOf(room);
}
